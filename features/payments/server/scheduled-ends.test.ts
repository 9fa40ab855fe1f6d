import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { endDueSubscriptions } from '@quaff/features/subscriptions/server'
import { subscriptionEvents, subscriptions } from '@quaff/features/subscriptions/tables'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { anonymous } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { periodOf, stripeEvent, stripeInvoice, stripeSubscription } from '../testing/stripe-event-factory'
import { takePaymentEvent } from './take-event'

let services: TestServices
const march = periodOf(2)
const end = new Date(march.end * 1_000)
const days = (count: number) => new Date(end.getTime() + count * 86_400_000)
let second = march.start

beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  services.clock.set(days(-5))
  await insertMerchant(services, { id: 'mer_a' })
  await insertPlan(services, { id: 'pln_a', merchantId: 'mer_a' })
  await insertUser(services, { id: 'per_1' })
  second = march.start
})
afterEach(() => services.database.truncate())

const take = (type: string, object: object) =>
  takePaymentEvent(contextAs(services, anonymous), true, stripeEvent(type, object, { created: ++second }))
const say = (facts: Record<string, unknown> = {}, month = 2) =>
  take('customer.subscription.updated', stripeSubscription(facts, month))
const stored = async () => (await services.db.select().from(subscriptions))[0] ?? expect.fail('no subscription')
const schedule = async () => {
  const { status, cancelAtPeriodEnd, cancelAt } = await stored()
  return [status, cancelAtPeriodEnd, cancelAt?.toISOString().slice(0, 10) ?? null]
}
const kinds = async () => (await services.db.select().from(subscriptionEvents)).map(({ kind }) => kind)

describe('a cancellation that is scheduled at the payment provider', () => {
  it('with the period is noted, and goes again when it is withdrawn', async () => {
    await say()
    await say({ cancel_at_period_end: true, cancel_at: march.end })
    expect(await schedule()).toEqual(['active', true, null])
    await say({ cancel_at_period_end: false, cancel_at: null })
    expect(await schedule()).toEqual(['active', false, null])
    expect(await kinds()).toEqual(['started', 'cancel_scheduled', 'cancel_withdrawn'])
  })

  it('within the period is noted with its time, and ends by the event of the provider', async () => {
    await say({ cancel_at: march.start + 10 * 86_400 })
    expect(await schedule()).toEqual(['active', false, '2026-03-11'])
    await take('customer.subscription.deleted', stripeSubscription({ status: 'canceled' }))
    expect(await schedule()).toEqual(['canceled', false, null])
    expect((await kinds()).at(-1)).toBe('canceled')
  })

  it('goes when a later period is paid', async () => {
    await say({ cancel_at_period_end: true })
    services.clock.set(days(1))
    second = march.end
    await take('invoice.paid', stripeInvoice({}, 3))
    expect(await schedule()).toEqual(['active', false, null])
  })

  it('is not ended by us before the provider is overdue, and counts as ended at its time then', async () => {
    await say({ cancel_at_period_end: true })
    services.clock.set(days(2))
    await endDueSubscriptions(services)
    expect(await schedule()).toEqual(['active', true, null])
    services.clock.set(days(3))
    await endDueSubscriptions(services)
    expect(await stored()).toMatchObject({ status: 'canceled', cancelAtPeriodEnd: false, updatedAt: end })
  })

  it('that was renewed after all runs on, though its event comes after we ended it', async () => {
    await say({ cancel_at_period_end: true })
    services.clock.set(days(4))
    await endDueSubscriptions(services)
    second = march.end + 60
    await say({}, 3)
    expect(await schedule()).toEqual(['active', false, null])
  })
})
