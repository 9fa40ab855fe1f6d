import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asCustomer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { paymentLimits } from '../contract'
import { stripeEvent, stripeSubscription } from '../testing/stripe-event-factory'
import { getPaymentState, listUnmatchedEvents } from './read-events'
import { dismissEvent, retryEvent } from './settle-event'
import { paymentEvents } from './tables'
import { prunePaymentEvents, takePaymentEvent } from './take-event'

let services: TestServices
let event: ReturnType<typeof stripeEvent>
let admin: ReturnType<typeof contextAs>

beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  admin = contextAs(services, await asAdmin(services))
  await insertMerchants(services, [{ id: 'mer_a' }])
  event = stripeEvent('customer.subscription.created', stripeSubscription())
  await takePaymentEvent(contextAs(services, anonymous), true, event)
})
afterEach(() => services.database.truncate())

const page = { limit: 20, cursor: undefined }
const actions = async () => (await services.db.select().from(adminAuditLogs)).map(({ action }) => action)

it('an event kept as unmatched is listed with its reason and what is known of it', async () => {
  expect(await getPaymentState(admin)).toMatchObject({ isSetUp: false, unmatched: 1, last: { type: event.type } })
  expect(await listUnmatchedEvents(admin, page)).toMatchObject({
    rows: [
      {
        eventId: event.id,
        reason: 'UNKNOWN_PLAN',
        named: 'pln_a',
        merchant: { id: 'mer_a' },
        providerSubscriptionId: 'sub_stripe',
      },
    ],
    total: 1,
  })
})

it('is retried once the plan exists, once by two at the same time, and both get the result', async () => {
  expect(await retryEvent(admin, { eventId: event.id })).toEqual({ outcome: 'unmatched', reason: 'UNKNOWN_PLAN' })
  await insertPlan(services, { id: 'pln_a', merchantId: 'mer_a' })
  await asCustomer(services, { userId: 'per_1' })
  const both = await Promise.allSettled([1, 2].map(() => retryEvent(admin, { eventId: event.id })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { reason: 'PAYMENT_EVENT' } })
  expect(await services.db.select().from(subscriptions)).toMatchObject([{ id: 'sub_stripe', planId: 'pln_a' }])
  expect(await actions()).toEqual(['retry_payment_event', 'take_payment_event', 'retry_payment_event'])
  expect(await getPaymentState(admin)).toMatchObject({ unmatched: 0 })
})

it('is unmatched for servers of the previous version, and for this one under both stored words', async () => {
  const { pool } = services.database
  const stored = async () => (await pool.query(`select outcome from payment_events`)).rows
  expect(await stored()).toEqual([{ outcome: 'aside' }])
  await pool.query(`set enable_seqscan = off`)
  const { rows } = await pool.query(
    `explain select from payment_events where outcome = 'aside' and next_attempt_at < now()`,
  )
  await pool.query(`reset enable_seqscan`)
  expect(JSON.stringify(rows)).toMatch(/payment_events_unmatched/)
  for (const word of ['aside', 'unmatched']) {
    await pool.query(`update payment_events set outcome = $1`, [word])
    expect(await getPaymentState(admin)).toMatchObject({ unmatched: 1 })
    expect(await retryEvent(admin, { eventId: event.id })).toEqual({ outcome: 'unmatched', reason: 'UNKNOWN_PLAN' })
    expect(await stored()).toEqual([{ outcome: 'aside' }])
  }
})

it('is dismissed for good: nothing of it stays but that it came', async () => {
  await dismissEvent(admin, { eventId: event.id })
  await expect(retryEvent(admin, { eventId: event.id })).rejects.toMatchObject({ reason: 'PAYMENT_EVENT' })
  expect(await services.db.select().from(paymentEvents)).toMatchObject([{ outcome: 'dismissed', facts: null }])
  expect(await takePaymentEvent(contextAs(services, anonymous), true, event)).toEqual({ outcome: 'duplicate' })
  expect(await actions()).toEqual(['dismiss_payment_event'])
})

it('is dismissed once by two at the same time, and both get the result', async () => {
  const both = await Promise.allSettled([1, 2].map(() => dismissEvent(admin, { eventId: event.id })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { reason: 'PAYMENT_EVENT' } })
  expect(await actions()).toEqual(['dismiss_payment_event'])
})

it('§G22 neither is done without a recent sign-in', async () => {
  const long = contextAs(services, await asAdmin(services, { authenticatedAt: new Date(0) }))
  for (const act of [retryEvent, dismissEvent])
    await expect(act(long, { eventId: event.id })).rejects.toMatchObject({ reason: 'SIGN_IN_AGAIN' })
})

it('goes after 90 days', async () => {
  const days = (count: number) => new Date(services.clock.now().getTime() - count * 86_400_000)
  const received = async (receivedAt: Date) => {
    await services.db.update(paymentEvents).set({ receivedAt }).where(eq(paymentEvents.eventId, event.id))
    await prunePaymentEvents(services)
    return services.db.$count(paymentEvents)
  }
  expect(await received(days(paymentLimits.eventDays - 1))).toBe(1)
  expect(await received(days(paymentLimits.eventDays + 1))).toBe(0)
})
