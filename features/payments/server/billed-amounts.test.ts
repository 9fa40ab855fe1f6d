import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { generatePayouts } from '@quaff/features/payouts/server'
import { payoutAdjustments, payouts } from '@quaff/features/payouts/tables'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { chargeHolds, subscriptionCharges, subscriptions } from '@quaff/features/subscriptions/tables'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import type { UserActor } from '@quaff/platform/server'
import { anonymous, asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { periodOf, stripeEvent, stripeInvoice, stripeItem, stripeSubscription } from '../testing/stripe-event-factory'
import { takePaymentEvent } from './take-event'

let services: TestServices
let admin: UserActor
const list = 2_900
const daySeconds = 86_400

beforeAll(async () => {
  services = await createTestServices()
})
const begin = async () => {
  await services.database.truncate()
  services.clock.set('2026-12-10T12:00:00Z')
  admin = await asAdmin(services)
  await insertMerchant(services, { id: 'mer_a' })
  await insertPlan(services, { id: 'pln_a', merchantId: 'mer_a' })
  await insertUser(services, { id: 'per_1' })
}
beforeEach(begin)

type Event = ReturnType<typeof stripeEvent>
const take = (event: Event) => takePaymentEvent(contextAs(services, anonymous), true, event)
const renewal = (month: number, facts: Record<string, unknown> = {}): Event =>
  stripeEvent('customer.subscription.updated', stripeSubscription(facts, month), {
    created: periodOf(month).start + 60,
  })

const lineOf = (amount: number, period: { start: number; end: number }, facts: Record<string, unknown> = {}) => ({
  amount,
  currency: 'usd',
  period,
  parent: { type: 'subscription_item_details', subscription_item_details: { proration: false } },
  ...facts,
})
const prorated = (amount: number, period: { start: number; end: number }) =>
  lineOf(amount, period, {
    parent: { type: 'invoice_item_details', subscription_item_details: { proration: true }, proration: true },
    proration: true,
  })
const invoiceOf = (id: string, lines: object[], facts: Record<string, unknown> = {}) =>
  stripeInvoice({ id, lines: { data: lines, has_more: false }, ...facts })
const paid = (id: string, created: number, lines: object[], facts: Record<string, unknown> = {}): Event =>
  stripeEvent('invoice.paid', invoiceOf(id, lines, facts), { created })
/** The invoice of a month with that discount. */
const monthInvoice = (month: number, discount: number): Event =>
  paid(
    `in_month_${month}`,
    periodOf(month).start + 30,
    [lineOf(list, periodOf(month), { discount_amounts: [{ amount: discount }] })],
    { total: list - discount, amount_due: list - discount, amount_paid: list - discount },
  )
/** A change on a day of the month that bills (or, below 0, credits) this much for its rest. */
const change = (month: number, day: number, net: number): Event => {
  const start = periodOf(month).start + day * daySeconds
  const rest = { start, end: periodOf(month).end }
  return paid(`in_change_${month}_${day}`, start, [prorated(-500, rest), prorated(net + 500, rest)], {
    billing_reason: 'subscription_update',
    total: net,
  })
}

const charges = async () =>
  (await services.db.select().from(subscriptionCharges))
    .toSorted((one, other) => one.periodStart.getTime() - other.periodStart.getTime())
    .map(({ periodStart, amountMinor, listMinor, correctedMinor }) => [
      periodStart.toISOString().slice(0, 10),
      amountMinor,
      listMinor,
      correctedMinor,
    ])
const corrections = async () =>
  (await services.db.select().from(payoutAdjustments)).map(({ kind, amountMinor, payoutId }) => [
    kind,
    amountMinor,
    payoutId !== null,
  ])
const openHolds = async () =>
  (await services.db.select().from(chargeHolds)).filter(({ releasedAt }) => releasedAt === null).length
const generate = (period: string) => generatePayouts(contextAs(services, admin), { period, merchantIds: ['mer_a'] })

describe('a charge whose invoice has a discount', () => {
  it.each([
    ['the invoice after the subscription', (month: number) => [renewal(month), monthInvoice(month, 1_450)]],
    ['the invoice first', (month: number) => [monthInvoice(month, 1_450), renewal(month)]],
  ])('is what was paid, beside its list price: %s', async (_, events) => {
    for (const event of events(2)) await take(event)
    expect(await charges()).toEqual([['2026-03-01', 1_450, list, 0]])
    expect(await services.db.select().from(subscriptions)).toMatchObject([{ monthlyMinor: list }])
  })

  it('is nothing in a free month, also where only the total says so', async () => {
    await take(renewal(2))
    await take(paid('in_free', periodOf(2).start, [lineOf(list, periodOf(2))], { amount_due: 0, amount_paid: 0 }))
    expect(await charges()).toEqual([['2026-03-01', 0, list, 0]])
  })

  it('is without taxes, those in the price and those on top', async () => {
    await take(renewal(2))
    const taxed = lineOf(list, periodOf(2), {
      taxes: [
        { amount: 400, tax_behavior: 'inclusive' },
        { amount: 290, tax_behavior: 'exclusive' },
      ],
    })
    await take(paid('in_taxed', periodOf(2).start, [taxed], { total: 3_190, total_taxes: [{ amount: 690 }] }))
    expect(await charges()).toEqual([['2026-03-01', 2_500, list, 0]])
  })

  it('that a payout has taken gets one correction line, however often it is reported', async () => {
    await take(renewal(2))
    await generate('2026-03')
    const event = monthInvoice(2, 1_450)
    await take(event)
    await take({ ...event, id: 'evt_again', type: 'invoice.payment_succeeded' })
    expect(await charges()).toEqual([['2026-03-01', list, list, -1_450]])
    expect(await corrections()).toEqual([['correction', -1_450, true]])
  })
})

describe('a change within a period', () => {
  it('that bills more is a charge of its own, and one that credits lowers the charge of the period', async () => {
    await take(renewal(2))
    await take(change(2, 14, 700))
    await take(renewal(3))
    await take(change(3, 14, -900))
    expect(await charges()).toEqual([
      ['2026-03-01', list, null, 0],
      ['2026-03-15', 700, 700, 0],
      ['2026-04-01', list - 900, list, 0],
    ])
    expect(await openHolds()).toBe(0)
  })

  const reset = { start: periodOf(2).start + 14 * daySeconds, end: periodOf(3).start + 14 * daySeconds }
  const rebilled = () =>
    stripeEvent(
      'customer.subscription.updated',
      stripeSubscription({
        items: {
          data: [
            stripeItem({ unit_amount: 5_000 }, { current_period_start: reset.start, current_period_end: reset.end }),
          ],
        },
      }),
      { created: reset.start },
    )
  const resetInvoice = () =>
    paid(
      'in_reset',
      reset.start,
      [prorated(-1_600, { start: reset.start, end: periodOf(2).end }), lineOf(5_000, reset)],
      { billing_reason: 'subscription_update', total: 3_400 },
    )

  it('that begins a new period is held until its invoice says what was billed', async () => {
    await take(renewal(2))
    await take(rebilled())
    expect([await openHolds(), (await charges()).length]).toEqual([1, 2])
    await generate('2026-03')
    expect(await services.db.select().from(payouts)).toMatchObject([{ grossMinor: list }])
    await take(resetInvoice())
    expect(await openHolds()).toBe(0)
    await generate('2026-04')
    expect(await services.db.select().from(payouts)).toMatchObject([{ grossMinor: list }, { grossMinor: 3_400 }])
  })

  it('that begins a new period is not held where the invoice came first', async () => {
    for (const event of [renewal(2), resetInvoice(), rebilled()]) await take(event)
    expect(await openHolds()).toBe(0)
    expect((await charges()).map(([start, amount]) => [start, amount])).toEqual([
      ['2026-03-01', list],
      ['2026-03-15', 3_400],
    ])
  })

  it('that moves the start by seconds begins no other period', async () => {
    await take(renewal(2))
    const moved = { current_period_start: periodOf(2).start + 18, current_period_end: periodOf(2).end }
    await take({ ...renewal(2, { items: { data: [stripeItem({}, moved)] } }), created: periodOf(2).start + 90 })
    expect([(await charges()).length, await openHolds()]).toEqual([1, 0])
  })
})

const months = [2, 3, 4, 5] as const
const arbitraryMonth = fc.record({
  discount: fc.option(fc.constantFrom(0, 725, 1_450, list)),
  changes: fc.uniqueArray(
    fc.record({ day: fc.integer({ min: 2, max: 25 }), net: fc.integer({ min: -1_200, max: 2_000 }) }),
    { maxLength: 2, selector: ({ day }) => day },
  ),
})

it('whatever comes in whatever order and how often, charges and payout lines add up to what was billed', async () => {
  const arbitrary = fc.record({
    plan: fc.tuple(arbitraryMonth, arbitraryMonth, arbitraryMonth, arbitraryMonth),
    order: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
    generated: fc.array(fc.record({ after: fc.nat(20), month: fc.constantFrom(3, 4, 5, 6) }), { maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ plan, order, generated }) => {
      await begin()
      let expected = 0
      const events: Event[] = months.map((month) => renewal(month))
      for (const [index, { discount, changes }] of plan.entries()) {
        const month = months[index] ?? 2
        expected += list - (discount ?? 0)
        if (discount !== null) events.push(monthInvoice(month, discount))
        for (const { day, net } of changes) {
          events.push(change(month, day, net))
          expected += net
        }
      }
      const all = [...events, ...events.slice(0, 5)]
      const shuffled = all
        .map((event, index) => ({ event, key: order[index % order.length] ?? 0 }))
        .sort((one, other) => one.key - other.key)
      for (const [index, { event }] of shuffled.entries()) {
        await take(event)
        for (const { month } of generated.filter(({ after }) => after === index)) await generate(`2026-0${month}`)
      }
      const rows = await services.db.select().from(subscriptionCharges)
      expect(rows.reduce((sum, row) => sum + row.amountMinor + row.correctedMinor, 0)).toBe(expected)
      expect(await openHolds()).toBe(0)
      for (const period of ['2026-03', '2026-04', '2026-05', '2026-06', '2026-11']) await generate(period)
      const waiting = (await services.db.select().from(payoutAdjustments)).filter(({ payoutId }) => payoutId === null)
      const paidOut = (await services.db.select().from(payouts)).reduce(
        (sum, payout) => sum + payout.grossMinor + payout.adjustmentsMinor,
        0,
      )
      expect(paidOut + waiting.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(expected)
    }),
    { numRuns: 15 },
  )
}, 120_000)
