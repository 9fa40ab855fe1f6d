import { beforeAll, describe, expect, it } from 'vitest'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { type OneMerchant, scopeToMerchant } from '@quaff/features/sessions/server'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { inTransaction } from '@quaff/platform/server'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertPlan } from '../testing/plan-factory'
import { countByStatus, countDrinks, listPaid, listSubscriberNames, sumRunning } from './plan-figures-store'
import {
  countPlanRows,
  findMerchantPlans,
  getPlanRow,
  getPricedPlan,
  listKnownLocationIds,
  lockMerchantDetails,
  lockPlanRow,
} from './plan-store'

let services: TestServices
let own: OneMerchant
let other: OneMerchant
const planId = 'pln_foreign'
const since = new Date('2000-01-01T00:00:00Z')

beforeAll(async () => {
  services = await createTestServices()
  await insertMerchants(services, [{ id: 'mer_foreign' }])
  await insertPlan(services, { id: planId, merchantId: 'mer_foreign' })
  await insertLocation(services, { id: 'loc_foreign', merchantId: 'mer_foreign' })
  const at = services.clock.now()
  const sold = { merchantId: 'mer_foreign', planId, amountMinor: 900, createdAt: at, updatedAt: at }
  await inTransaction(services, async (tx) => {
    await writeSubscriptions(services, tx, [
      { ...sold, id: 'sub_running', status: 'active' },
      { ...sold, id: 'sub_churned', status: 'canceled' },
    ])
    await writeRedemptions(services, tx, [{ id: 'red_1', merchantId: 'mer_foreign', planId, redeemedAt: at }])
  })
  own = scopeToMerchant(await asOwner(services, ['mer_own']), 'mer_own')
  other = scopeToMerchant(await asOwner(services, ['mer_foreign']), 'mer_foreign')
})

const found = (answer: Promise<unknown>) =>
  answer.then(
    (row) => (row === undefined ? 0 : 1),
    () => 0,
  )
const inTx = <T>(work: (tx: Parameters<typeof lockPlanRow>[0]) => Promise<T>) => inTransaction(services, work)
const lengthOf = async (rows: Promise<readonly unknown[]>) => (await rows).length

const answers: Record<string, (scope: OneMerchant) => Promise<number>> = {
  'the list of plans': async (scope) => (await findMerchantPlans(services.db, scope))?.plans.length ?? 0,
  'their count': (scope) => countPlanRows(services.db, scope),
  'a plan by its id': (scope) => found(getPlanRow(services.db, scope, planId)),
  'its lock': (scope) => found(inTx((tx) => lockPlanRow(tx, scope, planId))),
  'a plan with its prices': (scope) => found(getPricedPlan(services.db, scope, planId)),
  'the lock of the merchant': (scope) => found(inTx((tx) => lockMerchantDetails(tx, scope, 'share'))),
  'places to be valid at': (scope) => lengthOf(listKnownLocationIds(services.db, scope, ['loc_foreign'])),
  'running subscriptions': (scope) => lengthOf(sumRunning(services.db, scope)),
  drinks: (scope) => lengthOf(countDrinks(services.db, scope, { since, zone: services.settings.timeZone })),
  'running subscriptions of a plan': (scope) => lengthOf(listPaid(services.db, scope, planId)),
  'all subscriptions of a plan': async (scope) => Number((await countByStatus(services.db, scope, planId)).length > 0),
  'names of subscribers': (scope) => lengthOf(listSubscriberNames(services.db, scope, planId, 5)),
}

/** The second lock: the id of a foreign plan under an own merchant finds nothing. */
describe.each(Object.entries(answers))('%s', (_, count) => {
  it('is there in the own scope and nowhere else', async () => {
    expect([await count(other), await count(own)]).toEqual([1, 0])
  })
})
