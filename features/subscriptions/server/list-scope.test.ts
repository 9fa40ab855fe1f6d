import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { scopeToMerchant, type OneMerchant } from '@quaff/features/sessions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction } from '@quaff/platform/server'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import {
  countOfPlans,
  countPlanRows,
  listMerchantsOfGonePlans,
  listNewestOfGonePlans,
  listNewestOfPlans,
  listPlanRows,
} from './plan-group-store'
import { countRecentRedemptions, findSubscription, listCharges, listEvents } from './subscription-detail-store'
import { countSubscriptionRows, listSubscriptionRows, listSubscriptionsByIds } from './subscription-list-store'
import { writeSubscriptions } from './write-subscriptions'

let services: TestServices
let own: OneMerchant
let other: OneMerchant

beforeAll(async () => {
  services = await createTestServices()
  await insertMerchants(services, [{ id: 'mer_foreign' }])
  await insertPlan(services, { id: 'pln_1', merchantId: 'mer_foreign' })
  await insertUser(services, { id: 'usr_1' })
  const at = services.clock.now()
  const sold = { merchantId: 'mer_foreign', userId: 'usr_1', planId: 'pln_1', amountMinor: 900 }
  const times = { createdAt: at, updatedAt: at, currentPeriodStart: at, currentPeriodEnd: at }
  await inTransaction(services, async (tx) => {
    await writeSubscriptions(services, tx, [
      { ...sold, ...times, id: 'sub_1', status: 'active' },
      { ...sold, ...times, id: 'sub_2', status: 'past_due', planId: 'pln_gone' },
    ])
    await writeRedemptions(services, tx, [
      { id: 'red_1', merchantId: 'mer_foreign', userId: 'usr_1', subscriptionId: 'sub_1', redeemedAt: at },
    ])
  })
  own = scopeToMerchant(await asOwner(services, ['mer_own']), 'mer_own')
  other = scopeToMerchant(await asOwner(services, ['mer_foreign']), 'mer_foreign')
})

const answers: Record<string, (scope: OneMerchant) => Promise<number | null>> = {
  'the list': async (scope) =>
    (await listSubscriptionRows(services.db, scope, { status: 'active' }, { limit: 10 })).length,
  'its count': (scope) => countSubscriptionRows(services.db, scope, { planId: 'pln_1' }),
  'selected ones': async (scope) => (await listSubscriptionsByIds(services.db, scope, ['sub_1'])).length,
  plans: async (scope) => (await listPlanRows(services.db, scope, { limit: 10 })).length,
  'how many plans': (scope) => countPlanRows(services.db, scope),
  'counts of plans': async (scope) => (await countOfPlans(services.db, scope, ['pln_1'])).length,
  'the newest of a plan': async (scope) => (await listNewestOfPlans(services.db, scope, ['pln_1'], 10)).length,
  'merchants of gone plans': async (scope) => (await listMerchantsOfGonePlans(services.db, scope, 10)).length,
  'the newest of gone plans': async (scope) =>
    (await listNewestOfGonePlans(services.db, scope, [{ merchantId: 'mer_foreign', planId: 'pln_gone' }], 10)).length,
  'one subscription': async (scope) => Number((await findSubscription(services.db, scope, 'sub_1')) !== undefined),
  'its charges': async (scope) => (await listCharges(services.db, scope, 'sub_1', 10)).length,
  'its history': async (scope) => (await listEvents(services.db, scope, 'sub_1', 10)).length,
  'its redemptions': (scope) =>
    countRecentRedemptions(services.db, scope, { id: 'sub_1', userId: 'usr_1', planId: null, since: new Date(0) }),
}

/** Stores check the scope themselves, independent of what their caller authorized. */
describe.each(Object.entries(answers))('%s', (_, count) => {
  it('is visible in its own scope and nowhere else', async () => {
    expect([await count(other), await count(own)]).toEqual([1, 0])
  })
})
