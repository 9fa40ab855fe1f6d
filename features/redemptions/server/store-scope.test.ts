import { beforeAll, describe, expect, it } from 'vitest'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { merchantScope, type MerchantScope } from '@quaff/features/sessions/server'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction } from '@quaff/platform/server'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { countBetween, countByMerchant, findFirstHour, listHours } from './hour-store'
import {
  countActivePasses,
  countPlaces,
  countQuarters,
  listIdlePasses,
  listMoments,
  listOlderDrinks,
  listPassNames,
  listPlaces,
  listPlansWithPrices,
  listTopRedeemers,
} from './insights-store'
import { selectUserRedemptions } from './user-redemption-store'
import { writeRedemptions } from './write-redemptions'

let services: TestServices
let own: MerchantScope
let other: MerchantScope
const [long, ahead] = [new Date('2000-01-01T00:00:00Z'), new Date('2100-01-01T00:00:00Z')]

beforeAll(async () => {
  services = await createTestServices()
  const redeemed = { id: 'red_1', merchantId: 'mer_foreign', userId: 'usr_1', redeemedAt: services.clock.now() }
  await inTransaction(services, (tx) => writeRedemptions(services, tx, [redeemed]))
  await insertMerchant(services, { id: 'mer_foreign' })
  await insertUser(services, { id: 'usr_1' })
  await insertLocation(services, { merchantId: 'mer_foreign' })
  await insertPlan(services, { merchantId: 'mer_foreign' })
  const pass = { id: 'sub_1', merchantId: 'mer_foreign', userId: 'usr_1', status: 'active', createdAt: long } as const
  await inTransaction(services, (tx) => writeSubscriptions(services, tx, [{ ...pass, updatedAt: long }]))
  own = merchantScope(await asOwner(services, ['mer_own']))
  other = merchantScope(await asOwner(services, ['mer_foreign']))
})

const answers: Record<string, (scope: MerchantScope) => Promise<number>> = {
  'redemptions by hour': async (scope) => (await listHours(services.db, scope, long, ahead)).length,
  'the first hour': async (scope) => Number((await findFirstHour(services.db, scope)) !== null),
  'redemptions of a part of an hour': (scope) => countBetween(services.db, scope, { from: long, to: ahead }),
  'redemptions by merchant': async (scope) => (await countByMerchant(services.db, scope, long, ahead)).length,
  'redemptions of a person': async (scope) =>
    (await selectUserRedemptions(services.db, scope, { userId: 'usr_1', limit: 10 })).length,
}

const always = { from: long, to: ahead }
const insights: typeof answers = {
  places: async (scope) => (await listPlaces(services.db, scope)).length,
  'redemptions by quarter': async (scope) => (await countQuarters(services.db, scope, always, undefined)).length,
  'redemptions by place': async (scope) =>
    (await countPlaces(services.db, scope, { window: always, previous: always })).length,
  plans: async (scope) => (await listPlansWithPrices(services.db, scope)).length,
  'top drinkers': async (scope) => (await listTopRedeemers(services.db, scope, always, 10)).length,
  'moments of a drinker': async (scope) => (await listMoments(services.db, scope, always, ['usr_1'])).size,
  'active passes': (scope) => countActivePasses(services.db, scope),
  'idle passes': async (scope) =>
    (await listIdlePasses(services.db, scope, { recent: { from: long, to: long }, cutoff: long, limit: 10 })).length,
  'older drinks with a pass': async (scope) => (await listOlderDrinks(services.db, scope, ['sub_1'], ahead)).size,
  'names on a pass': async (scope) => (await listPassNames(services.db, scope, ['sub_1'])).size,
}

/** Stores check the scope themselves, independent of what their caller authorized. */
describe.each(Object.entries({ ...answers, ...insights }))('%s', (_, count) => {
  it('is visible in its own scope and nowhere else', async () => {
    expect([await count(other), await count(own)]).toEqual([1, 0])
  })
})
