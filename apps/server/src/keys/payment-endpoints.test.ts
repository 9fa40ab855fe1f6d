import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import Stripe from 'stripe'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { insertKey, signatureOf } from '@quaff/features/api-keys/testing/api-key-factory'
import { importDocuments } from '@quaff/features/imports/tables'
import { ingestLimits } from '@quaff/features/ingest/contract'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { retryDueEvents } from '@quaff/features/payments/server'
import { paymentEvents } from '@quaff/features/payments/tables'
import {
  oldStripeInvoice,
  oldStripeSubscription,
  periodOf,
  stripeEvent,
  stripeInvoice,
  stripeItem,
  stripeSubscription,
} from '@quaff/features/payments/testing/stripe-event-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { checkSubscriptionCounters } from '@quaff/features/subscriptions/server'
import { subscriptionCharges, subscriptions } from '@quaff/features/subscriptions/tables'
import { stripeSignatures } from '@quaff/platform/server/adapters/stripe-signatures'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asCustomer } from '@quaff/platform/testing/actors'
import { isOnPostgres } from '@quaff/platform/testing/test-database'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'

const secret = 'whsec_the_first_of_them'
const other = 'whsec_of_another_account'
const start = periodOf(2).start

const shareOf = isOnPostgres ? { orders: 1, lives: 60 } : { orders: 5, lives: 20 }

let services: TestServices
let app: ReturnType<typeof buildServer>

beforeAll(async () => {
  services = await createTestServices({ paymentSignatures: stripeSignatures(['whsec_an_older_one', secret], true) })
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
})
beforeEach(async () => {
  services.clock.set(new Date('2026-05-01T12:00:00Z'))
  await insertMerchants(services, [{ id: 'mer_a' }, { id: 'mer_b' }])
  await insertPlan(services, { id: 'pln_a', merchantId: 'mer_a' })
  await asCustomer(services, { userId: 'per_1' })
})
afterEach(() => services.database.truncate())

type Requested = { by?: string; ageSeconds?: number; headers?: Record<string, string> }

function post(payload: string, { by = secret, ageSeconds = 0, headers = {} }: Requested = {}) {
  const timestamp = services.clock.now().getTime() / 1_000 - ageSeconds
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: by, timestamp })
  return app.request('/webhooks/stripe', {
    method: 'POST',
    body: payload,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature, ...headers },
  })
}

async function send(event: object): Promise<string> {
  const response = await post(JSON.stringify(event))
  expect(response.status).toBe(200)
  const { outcome, reason } = (await response.json()) as { outcome: string; reason?: string }
  return [outcome, reason].filter(Boolean).join(' ')
}

const subscriptionEvent = (word: string, facts: object = {}, created = start, month = 2) =>
  stripeEvent(`customer.subscription.${word}`, stripeSubscription({ ...facts }, month), { created })
const invoiceEvent = (word: string, facts: object = {}, created = start, month = 2) =>
  stripeEvent(`invoice.${word}`, stripeInvoice({ ...facts }, month), { created })
const passes = () => services.db.select().from(subscriptions)
const drift = () => checkSubscriptionCounters(services, services.db, ['mer_a', 'mer_b'])
const charges = () => services.db.select().from(subscriptionCharges).orderBy(subscriptionCharges.periodStart).$dynamic()

describe('who is let in', () => {
  const body = JSON.stringify(subscriptionEvent('created'))

  it.each([
    ['no signature', { headers: { 'stripe-signature': '' } }, 400, 'PAYMENT_SIGNATURE_MISSING'],
    ['nonsense', { headers: { 'stripe-signature': 'x' } }, 400, 'PAYMENT_SIGNATURE_WRONG'],
    ['another account’s', { by: other }, 400, 'PAYMENT_SIGNATURE_WRONG'],
    ['a late one', { ageSeconds: 301 }, 400, 'PAYMENT_SIGNATURE_LATE'],
    ['one of a clock that is ahead', { ageSeconds: -301 }, 400, 'PAYMENT_SIGNATURE_LATE'],
    ['a form', { headers: { 'content-type': 'text/plain' } }, 400, 'CONTENT_TYPE'],
  ])('%s is refused, and nothing is written', async (_what, requested, status, reason) => {
    const response = await post(body, requested)
    expect([response.status, await response.json()]).toMatchObject([status, { reason }])
    expect(await services.db.$count(paymentEvents)).toBe(0)
  })

  it.each([
    ['half an event', body.slice(0, 90), 400, 'PAYMENT_EVENT_CUT'],
    ['a list', '[]', 400, 'PAYMENT_EVENT_CUT'],
    ['2 MB and more', ' '.repeat(ingestLimits.requestBytes + 1), 413, 'TOO_LARGE'],
    ['test mode', JSON.stringify({ ...subscriptionEvent('created'), livemode: false }), 400, 'PAYMENT_MODE'],
    ['the future', JSON.stringify(subscriptionEvent('created', {}, 1_799_999_999)), 400, 'PAYMENT_SIGNATURE_LATE'],
  ])('%s is refused although it is signed', async (_what, payload, status, reason) => {
    const response = await post(payload)
    expect([response.status, await response.json()]).toMatchObject([status, { reason }])
  })

  it('the secret before and the one after a rotation both count', async () => {
    expect((await post(body, { by: 'whsec_an_older_one', ageSeconds: 300 })).status).toBe(200)
  })

  it('without a secret the endpoint is not there', async () => {
    const without = { ...services, paymentSignatures: null }
    const closed = buildServer(without, { mount: (server) => mountApi(server, without) })
    const requested = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    expect((await closed.request('/webhooks/stripe', requested)).status).toBe(404)
    expect((await app.request('/webhooks/other', requested)).status).toBe(404)
  })
})

describe('a subscription', () => {
  it('begins, is renewed and ends, with its charges and one audit entry for each', async () => {
    expect(await send(subscriptionEvent('created'))).toBe('created')
    expect(await send(subscriptionEvent('updated', {}, start + 60, 3))).toBe('updated')
    expect(await send(subscriptionEvent('deleted', { status: 'canceled' }, start + 120, 3))).toBe('updated')
    expect(await send(subscriptionEvent('trial_will_end', {}, start + 30))).toBe('older')
    expect(await passes()).toMatchObject([
      {
        id: 'sub_stripe',
        merchantId: 'mer_a',
        planId: 'pln_a',
        userId: 'per_1',
        status: 'canceled',
        monthlyMinor: 2_900,
      },
    ])
    expect((await charges()).map(({ periodStart }) => periodStart.getTime() / 1_000)).toEqual([
      start,
      periodOf(3).start,
    ])
    const audit = await services.db.select().from(adminAuditLogs)
    expect(audit.map(({ action, merchantId }) => [action, merchantId])).toEqual(
      Array(3).fill(['take_payment_event', 'mer_a']),
    )
    expect(await drift()).toEqual([])
  })

  it.each([
    ['active', 'created', 'active', null],
    ['trialing', 'created', 'trialing', null],
    ['past_due', 'created', 'past_due', null],
    ['unpaid', 'created', 'canceled', 'Unpaid'],
    ['paused', 'created', 'canceled', 'Paused'],
    ['incomplete_expired', 'created', 'canceled', 'Never paid'],
    ['canceled', 'created', 'canceled', null],
    ['incomplete', 'waiting', undefined, undefined],
    ['something_new', 'unmatched UNREADABLE', undefined, undefined],
  ])('§0045 status %s is %s', async (status, outcome, ours, cancelReason) => {
    expect(await send(subscriptionEvent('updated', { status }))).toBe(outcome)
    expect((await passes())[0]?.status).toBe(ours)
    expect((await passes())[0]?.cancelReason).toBe(cancelReason)
  })

  it.each(['paused', 'resumed', 'pending_update_applied', 'pending_update_expired', 'trial_will_end'])(
    'the event %s carries the state too',
    async (word) => expect(await send(subscriptionEvent(word))).toBe('created'),
  )

  it('of a version before 2025 is read alike, and what is not known is passed over', async () => {
    const old = stripeEvent('customer.subscription.created', oldStripeSubscription({ new_thing: { a: [1] } }))
    expect(await send(old)).toBe('created')
    expect(await send({ ...old, id: 'evt_again', data: { object: stripeSubscription() } })).toBe('same')
    expect(await send(stripeEvent('invoice.paid', oldStripeInvoice({}, 3), { created: start + 9 }))).toBe('updated')
    expect((await passes())[0]?.currentPeriodStart.getTime()).toBe(periodOf(3).start * 1_000)
  })

  it.each<[string, object[], number | null]>([
    ['quantity × price', [stripeItem({}, { quantity: 3 })], 8_700],
    ['several items', [stripeItem(), stripeItem({ unit_amount: 100 }, { quantity: 2 })], 3_100],
    [
      'parts of a unit that add up',
      [stripeItem({ unit_amount: null, unit_amount_decimal: '0.5' }, { quantity: 4 })],
      2,
    ],
    ['tiers', [stripeItem({ billing_scheme: 'tiered', unit_amount: null, unit_amount_decimal: null })], null],
    ['usage', [stripeItem({ recurring: { interval: 'month', interval_count: 1, usage_type: 'metered' } })], null],
    ['two rhythms', [stripeItem(), stripeItem({ recurring: { interval: 'year', interval_count: 1 } })], null],
  ])('the amount of %s', async (_what, data, amountMinor) => {
    const outcome = await send(subscriptionEvent('created', { items: { data } }))
    expect(outcome).toBe(amountMinor === null ? 'unmatched NO_SINGLE_AMOUNT' : 'created')
    if (amountMinor !== null) expect(await passes()).toMatchObject([{ amountMinor }])
  })
})

describe('an invoice', () => {
  const after = start + 60

  it.each([
    ['paid', 'active'],
    ['payment_succeeded', 'active'],
  ])('that is %s makes a pass of what waited, in either order', async (word, status) => {
    expect(await send(invoiceEvent(word, { billing_reason: 'subscription_create' }))).toBe(
      'unmatched UNKNOWN_SUBSCRIPTION',
    )
    expect(await send(subscriptionEvent('created', { status: 'incomplete' }))).toBe('waiting')
    await services.db.update(paymentEvents).set({ nextAttemptAt: services.clock.now() })
    await retryDueEvents(services)
    expect(await passes()).toMatchObject([{ status }])
    expect(await send(subscriptionEvent('updated', {}, start))).toBe('same')
  })

  it.each(['payment_failed', 'payment_action_required', 'marked_uncollectible'])(
    '%s is past due, then paid',
    async (word) => {
      await send(subscriptionEvent('created'))
      expect(await send(invoiceEvent(word, {}, after))).toBe('updated')
      expect(await passes()).toMatchObject([{ status: 'past_due' }])
      expect(await send(invoiceEvent('paid', {}, after))).toBe('updated')
      expect(await passes()).toMatchObject([{ status: 'active' }])
    },
  )

  it.each(['voided', 'created', 'finalized', 'upcoming', 'sent', 'updated', 'deleted', 'overdue'])(
    '%s says nothing about a pass',
    async (word) => expect(await send(invoiceEvent(word))).toBe('nothing'),
  )

  it('of a trial, of a change in between or of what has ended revives and begins nothing', async () => {
    await send(subscriptionEvent('created', { status: 'trialing' }))
    expect(await send(invoiceEvent('paid', { amount_due: 0 }, after))).toBe('same')
    expect(await send(invoiceEvent('paid', { billing_reason: 'subscription_update' }, after))).toBe('same')
    await send(subscriptionEvent('deleted', {}, start + 5))
    await send(invoiceEvent('paid', {}, after))
    expect(await passes()).toMatchObject([{ status: 'canceled' }])
  })
})

describe('once, and in any order', () => {
  it('50 deliveries of one event at the same time have one effect', async () => {
    const event = subscriptionEvent('created')
    const all = await Promise.all(Array.from({ length: 50 }, () => send(event)))
    expect(all.filter((outcome) => outcome === 'created')).toHaveLength(1)
    expect(all.filter((outcome) => outcome === 'duplicate')).toHaveLength(49)
    expect(await services.db.$count(adminAuditLogs)).toBe(1)
  })

  type SentEvent = { word: string; status?: string; second: number; month: number }
  const tell = ({ word, status, second, month }: SentEvent, id: string) => {
    if (word !== 'paid' && word !== 'payment_failed')
      return send(subscriptionEvent(word, { id, status }, start + second, month))
    const parent = { type: 'subscription_details', subscription_details: { subscription: id, metadata: {} } }
    return send(invoiceEvent(word, { parent }, start + second, month))
  }
  /** Returns the final state after events in this order. */
  async function endOf(life: readonly SentEvent[], id: string): Promise<string> {
    for (const event of life) await tell(event, id)
    const [row] = await passes().where(eq(subscriptions.id, id))
    const owed = await charges().where(eq(subscriptionCharges.subscriptionId, id))
    return JSON.stringify([{ ...row, id: '' }, owed.map(({ periodStart, amountMinor }) => [periodStart, amountMinor])])
  }

  it('five events end in one state and the same charges, whatever their order', async () => {
    const life: SentEvent[] = [
      { word: 'created', status: 'incomplete', second: 0, month: 2 },
      { word: 'updated', status: 'active', second: 1, month: 2 },
      { word: 'updated', status: 'past_due', second: 40, month: 3 },
      { word: 'paid', second: 50, month: 3 },
      { word: 'updated', status: 'active', second: 60, month: 4 },
    ]
    const orders = permutations(life).filter((_, index) => index % shareOf.orders === 0)
    const ends = new Set<string>()
    for (const [index, order] of orders.entries()) ends.add(await endOf(order, `sub_${index}`))
    expect(ends.size).toBe(1)
    expect([...ends][0]).toContain('"status":"active"')
    expect(await charges()).toHaveLength(orders.length * 3)
    expect(await drift()).toEqual([])
  }, 90_000)

  it('§0045 a random life ends as it does in its order, however it is shuffled and repeated', async () => {
    let life = 0
    const event = fc.record({
      word: fc.constantFrom('updated', 'updated', 'paid', 'payment_failed', 'deleted'),
      status: fc.constantFrom('active', 'past_due', 'trialing', 'unpaid', 'canceled', 'paused'),
    })
    const lives = fc.array(event, { minLength: 1, maxLength: 6 }).chain((steps) => {
      const all: SentEvent[] = [{ word: 'created', status: 'active', second: 0, month: 1 }]
      steps.forEach((one, index) => all.push({ ...one, second: (index + 1) * 20, month: 1 + index }))
      const shuffled = fc.shuffledSubarray(all, { minLength: all.length })
      return shuffled.map((order) => ({ all, order }))
    })
    await fc.assert(
      fc.asyncProperty(lives, async ({ all, order }) => {
        life += 1
        const [statusInOrder, statusShuffled] = await Promise.all([
          endOf(all, `sub_a${life}`),
          endOf(order, `sub_b${life}`),
        ])
        expect(JSON.parse(statusShuffled)[0]).toEqual(JSON.parse(statusInOrder)[0])
      }),
      { numRuns: shareOf.lives, seed: 17 },
    )
    expect(await drift()).toEqual([])
  }, 90_000)

  const permutations = <One>(all: readonly One[]): One[][] =>
    all.length === 0
      ? [[]]
      : all.flatMap((one, index) => permutations(all.toSpliced(index, 1)).map((rest) => [one, ...rest]))
})

describe('what cannot be placed', () => {
  const later = (minutes: number) => services.clock.advance(minutes * 60_000)

  const tries = async () =>
    (await services.db.select().from(paymentEvents)).map(({ attempts }) => attempts).toSorted((one, next) => one - next)

  it('waits for its merchant and its plan, and then counts from its first period on', async () => {
    const metadata = { quaff_merchant_id: 'mer_new', quaff_plan_id: 'pln_new', quaff_user_id: 'per_1' }
    expect(await send(subscriptionEvent('updated', { metadata }, start + 60, 3))).toBe('unmatched UNKNOWN_PLAN')
    expect(await send(subscriptionEvent('created', { metadata }))).toBe('unmatched UNKNOWN_PLAN')
    later(2)
    await retryDueEvents(services)
    expect(await tries()).toEqual([2, 3])
    await insertMerchants(services, [{ id: 'mer_new' }])
    await insertPlan(services, { id: 'pln_new', merchantId: 'mer_new' })
    later(60)
    await Promise.all([retryDueEvents(services), retryDueEvents(services)])
    expect(await passes()).toMatchObject([{ merchantId: 'mer_new', status: 'active' }])
    expect(await charges()).toHaveLength(2)
    const settled = await services.db.select().from(paymentEvents)
    expect(settled.map(({ outcome, facts }) => `${outcome} ${JSON.stringify(facts)}`).toSorted()).toEqual([
      'created null',
      'updated null',
    ])
  })

  it.each([
    ['UNKNOWN_MERCHANT', { metadata: { quaff_merchant_id: 'mer_x', quaff_plan_id: 'pln_a' } }, 'UNKNOWN_MERCHANT'],
    ['nothing said', { metadata: {} }, 'UNKNOWN_MERCHANT'],
    ['another merchant’s plan', { metadata: { merchantId: 'mer_b', planId: 'pln_a' } }, 'UNKNOWN_PLAN'],
    ['unknown', { metadata: { planId: 'pln_a' } }, 'UNKNOWN_PERSON'],
    ['an unknown person', { metadata: { planId: 'pln_a', userId: 'per_x' } }, 'UNKNOWN_PERSON'],
    ['a foreign currency', { items: { data: [stripeItem({ currency: 'eur' })] } }, 'FOREIGN_CURRENCY'],
    ['no items', { items: { data: [] } }, 'UNREADABLE'],
  ])('%s is kept as unmatched', async (_what, facts, reason) => {
    expect(await send(subscriptionEvent('created', facts))).toBe(`unmatched ${reason}`)
    expect(await passes()).toEqual([])
  })

  it('keeps no name, no address and no e-mail', async () => {
    const facts = { metadata: { planId: 'gone', note: 'likes oat milk' }, description: 'Ana Pereira' }
    await send(subscriptionEvent('created', facts))
    await send(invoiceEvent('paid', { customer_name: 'Ana Pereira' }))
    expect(JSON.stringify(await services.db.select().from(paymentEvents))).not.toMatch(/Ana|people\.test|oat|cus_/)
  })

  it('an erased person gets no pass again, and what runs may end', async () => {
    await services.db.update(users).set({ erasedAt: services.clock.now() })
    expect(await send(subscriptionEvent('created'))).toBe('unmatched ERASED_PERSON')
    expect(await passes()).toEqual([])
  })

  it('is placed by its price, by the price’s own word, and by what an import brought', async () => {
    await insertPlan(services, { id: 'pln_b', merchantId: 'mer_b', prices: [{ id: 'price_b' }] })
    const who = { userId: 'per_1' }
    const byId = { id: 'sub_1', metadata: who, items: { data: [stripeItem({ id: 'price_b' })] } }
    expect(await send(subscriptionEvent('created', byId))).toBe('created')
    const byWord = {
      id: 'sub_2',
      metadata: who,
      items: { data: [stripeItem({ metadata: { quaff_plan_id: 'pln_a' } })] },
    }
    expect(await send(subscriptionEvent('created', byWord))).toBe('created')
    const kept = { path: 'x/1', kind: 'subscriptions', rowId: 'sub_1', hash: '', createdRunId: 'r', runId: 'r' }
    await services.db.insert(importDocuments).values({ ...kept, residue: { stripeSubscriptionId: 'sub_old' } })
    expect(
      await send(subscriptionEvent('updated', { id: 'sub_old', metadata: {}, status: 'past_due' }, start + 9)),
    ).toBe('updated')
    expect((await passes()).map(({ id, merchantId, status }) => `${id} ${merchantId} ${status}`).toSorted()).toEqual([
      'sub_1 mer_b past_due',
      'sub_2 mer_a active',
    ])
  })
})

it('§0045 the same states by /ingest and by the provider come to the same', async () => {
  const at = (seconds: number) => new Date(seconds * 1_000).toISOString()
  const states = [
    ['active', 2, start],
    ['past_due', 3, start + 40],
    ['active', 3, start + 50],
    ['canceled', 3, start + 90],
  ] as const
  const read = async () => ({
    passes: (await passes()).map((row) => ({ ...row, id: '' })),
    charges: (await charges()).map((row) => ({ ...row, subscriptionId: '' })),
  })
  for (const [status, month, created] of states) await send(subscriptionEvent('updated', { status }, created, month))
  const byProvider = await read()
  await services.database.truncate()
  await insertMerchants(services, [{ id: 'mer_a' }])
  await insertPlan(services, { id: 'pln_a', merchantId: 'mer_a' })
  await asCustomer(services, { userId: 'per_1' })
  const again = await insertKey(services)
  for (const [index, [status, month, created]] of states.entries()) {
    const { start: from, end } = periodOf(month)
    const event = {
      eventId: `evt_in_${index}`,
      occurredAt: at(created),
      id: 'sub_in',
      merchantId: 'mer_a',
      planId: 'pln_a',
      userId: 'per_1',
      status,
      amountMinor: 2_900,
      currency: 'usd',
      createdAt: at(start),
      currentPeriodStart: at(from),
      currentPeriodEnd: at(end),
    }
    const body = JSON.stringify({ events: [event] })
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${again.secret}`,
      'quaff-signature': signatureOf(again, body, services.clock.now()),
    }
    await app.request('/ingest/subscriptions', { method: 'POST', body, headers })
  }
  expect(await read()).toEqual(byProvider)
  expect(await drift()).toEqual([])
})
