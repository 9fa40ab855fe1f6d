import { beforeAll, describe, expect, it } from 'vitest'
import { merchantScope, type MerchantScope } from '@quaff/features/sessions/server'
import { inTransaction } from '@quaff/platform/server/transaction'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { countByMerchant, hasHoursBefore, listHours, sumAllTime } from './hour-store'
import { countActivePasses, listIdlePasses, listOlderDrinks, listPassNames } from './insights/idle-store'
import {
  countPlaces,
  countQuarters,
  hasMerchant,
  listMoments,
  listPlaces,
  listPlansWithPrices,
  listTopDrinkers,
} from './insights/insights-store'
import { selectUserRedemptions } from './of-user/user-redemption-store'
import { writeRedemptions } from './write-redemptions'

let services: TestServices
let own: MerchantScope
let other: MerchantScope
const [long, ahead] = [new Date('2000-01-01T00:00:00Z'), new Date('2100-01-01T00:00:00Z')]

beforeAll(async () => {
  services = await createTestServices()
  const redeemed = { id: 'red_1', merchantId: 'mer_foreign', userId: 'usr_1', redeemedAt: services.clock.now() }
  await inTransaction(services, (tx) => writeRedemptions(services, tx, [redeemed]))
  own = merchantScope(await asOwner(services, ['mer_own']))
  other = merchantScope(await asOwner(services, ['mer_foreign']))
})

const answers: Record<string, (scope: MerchantScope) => Promise<number>> = {
  'redemptions by hour': async (scope) => (await listHours(services.db, scope, long, ahead)).length,
  'whether there was any before': async (scope) => Number(await hasHoursBefore(services.db, scope, ahead)),
  'redemptions by merchant': async (scope) => (await countByMerchant(services.db, scope, long, ahead)).length,
  'redemptions of a person': async (scope) =>
    (await selectUserRedemptions(services.db, scope, { userId: 'usr_1', limit: 10 })).length,
  'the sum of all time': (scope) => sumAllTime(services.db, scope),
}

/** The second lock, whatever the verb in front of it has asked. */
describe.each(Object.entries(answers))('%s', (_, count) => {
  it('is there in the own scope and nowhere else', async () => {
    expect([await count(other), await count(own)]).toEqual([1, 0])
  })
})
