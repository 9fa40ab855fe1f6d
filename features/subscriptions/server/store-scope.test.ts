import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { scopeToMerchant, type OneMerchant } from '@quaff/features/sessions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction } from '@quaff/platform/server'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { lockSubscription } from './ending-store'
import { listCreatedOfActive, sumByPlan } from './statistics-store'
import { hasMerchant, listSubscriberRows, countUserSubscriptions, listUserSubscriptionRows } from './subscriber-store'
import { listRecentSubscriptions, sumActiveByPlan } from './subscription-store'
import { findFirstDay, listActiveEntriesAfter, listChurnByMerchant, sumTotals } from './totals-store'
import { writeSubscriptions } from './write-subscriptions'

let services: TestServices
let own: OneMerchant
let other: OneMerchant
const long = '2000-01-01'

beforeAll(async () => {
  services = await createTestServices()
  await insertMerchants(services, [{ id: 'mer_foreign' }, { id: 'mer_churned' }])
  await insertUser(services, { id: 'usr_1' })
  const at = services.clock.now()
  const sold = { amountMinor: 900, createdAt: at, updatedAt: at }
  await inTransaction(services, (tx) =>
    writeSubscriptions(services, tx, [
      { ...sold, id: 'sub_1', merchantId: 'mer_foreign', userId: 'usr_1', status: 'active' },
      { ...sold, id: 'sub_2', merchantId: 'mer_churned', status: 'canceled' },
    ]),
  )
  own = scopeToMerchant(await asOwner(services, ['mer_own']), 'mer_own')
  other = scopeToMerchant(await asOwner(services, ['mer_foreign']), 'mer_foreign')
})

const answers: Record<string, (scope: OneMerchant) => Promise<number>> = {
  'the latest subscriptions': async (scope) => (await listRecentSubscriptions(services.db, scope, new Date(0))).length,
  'revenue by plan': async (scope) => (await sumActiveByPlan(services.db, scope)).length,
  'totals by status': async (scope) => (await sumTotals(services.db, scope)).length,
  'growth by day': async (scope) => (await listActiveEntriesAfter(services.db, scope, long)).length,
  'the first day': async (scope) => Number((await findFirstDay(services.db, scope)) !== null),
  'churn by merchant': async (scope) => (await listChurnByMerchant(services.db, scope, long)).length,
  'statistics by plan': async (scope) => (await sumByPlan(services.db, scope)).length,
  'growth of active ones': async (scope) => (await listCreatedOfActive(services.db, scope, long)).length,
  'one to end': (scope) =>
    inTransaction(services, async (tx) => Number((await lockSubscription(tx, scope, 'sub_1')) !== undefined)),
  subscribers: async (scope) => (await listSubscriberRows(services.db, scope, { limit: 10 })).length,
  'subscriptions of a person': async (scope) =>
    (await listUserSubscriptionRows(services.db, scope, 'usr_1', 10)).length,
  'their count': (scope) => countUserSubscriptions(services.db, scope, 'usr_1'),
  'the merchant itself': async (scope) => Number(await hasMerchant(services.db, scope)),
}

/** Stores check the scope themselves, independent of what their caller authorized. */
describe.each(Object.entries(answers))('%s', (_, count) => {
  it('is visible in its own scope and nowhere else', async () => {
    expect([await count(other), await count(own)]).toEqual([1, 0])
  })
})
