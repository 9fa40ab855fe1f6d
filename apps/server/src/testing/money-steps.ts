import { call } from '@orpc/server'
import { isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { takePaymentEvent } from '@quaff/features/payments/server'
import { BilledPass } from '@quaff/features/payments/testing/billed-pass-factory'
import { periodAt, shiftPeriod } from '@quaff/features/payouts/period-rules'
import { payoutsRouter } from '@quaff/features/payouts/server'
import { payouts } from '@quaff/features/payouts/tables'
import { recordRefund, refundsRouter, type RefundState } from '@quaff/features/refunds/server'
import { decideHold, holdCharge, writeSubscriptions } from '@quaff/features/subscriptions/server'
import { chargeHolds, subscriptionCharges } from '@quaff/features/subscriptions/tables'
import { inTransaction } from '@quaff/platform/server'
import { anonymous } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { type TestServices } from '@quaff/platform/testing/test-services'

export const merchantIds = ['mer_a', 'mer_b']
export const currencies = ['usd', 'eur', 'jpy']
const dayMs = 86_400_000
/** No charge of a run is older. */
const firstMonth = '2025-11'
export const zones = ['America/New_York', 'Asia/Kathmandu']

const anyPass = fc.record({
  kind: fc.constant('pass' as const),
  number: fc.nat(11),
  status: fc.constantFrom('active', 'active', 'active', 'past_due', 'trialing', 'canceled'),
  amountMinor: fc.integer({ min: 1, max: 50_000 }),
  startedHoursAgo: fc.integer({ min: 0, max: 40 * 24 }),
  interval: fc.constantFrom('month', 'week', 'year'),
})
const kinds = [
  'refund',
  'dispute',
  'wait',
  'generate',
  'generate',
  'hold',
  'release',
  'withhold',
  'deliver',
  'approve',
  'send',
  'discard',
  'adjust',
] as const
const anyMove = fc.record({
  kind: fc.constantFrom(...kinds),
  pick: fc.nat(99),
  amount: fc.integer({ min: 1, max: 5_000 }),
})
const anyDiscount = fc.oneof(
  fc.record({ kind: fc.constantFrom('none', 'free', 'silentFree') }),
  fc.record({ kind: fc.constant('percent' as const), percent: fc.constantFrom(1, 25, 33.3, 50, 99) }),
  fc.record({ kind: fc.constant('fixed' as const), amountMinor: fc.integer({ min: 1, max: 12_000 }) }),
)
/** `later`: the invoice comes with a later step, perhaps after its month was paid out. */
const anyBilling = fc.record({
  kind: fc.constantFrom('renew', 'renew', 'renew', 'reset', 'change'),
  number: fc.nat(2),
  quantity: fc.integer({ min: 1, max: 4 }),
  day: fc.integer({ min: 2, max: 25 }),
  netMinor: fc.integer({ min: -4_000, max: 4_000 }),
  discount: anyDiscount,
  invoice: fc.constantFrom('none', 'first', 'after', 'later'),
})
export const anyStep = fc.oneof(
  { weight: 2, arbitrary: anyPass },
  { weight: 3, arbitrary: anyMove },
  { weight: 2, arbitrary: anyBilling },
)
type Billing = typeof anyBilling extends fc.Arbitrary<infer One> ? One : never
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never

/** Steps that run each kind of billing once, independent of the random steps. */
const billing = { number: 0, quantity: 2, day: 10, netMinor: 900, discount: { kind: 'none' }, invoice: 'none' } as const
const move = { pick: 0, amount: 2_000 }
export const everyKind: Step[] = [
  { ...billing, kind: 'renew', discount: { kind: 'percent', percent: 33.3 }, invoice: 'after' },
  { ...billing, kind: 'change' },
  { ...billing, kind: 'renew', number: 1, discount: { kind: 'fixed', amountMinor: 250 }, invoice: 'later' },
  { ...billing, kind: 'renew', number: 2, discount: { kind: 'silentFree' }, invoice: 'first' },
  { ...move, kind: 'generate' },
  { ...move, kind: 'deliver' },
  { ...billing, kind: 'renew' },
  { ...billing, kind: 'reset' },
  { ...billing, kind: 'change', netMinor: -700 },
  { ...move, kind: 'refund' },
]

/** A refusal is an answer: the world stays as it was. */
const unlessRefused = <T>(action: Promise<T>): Promise<T | undefined> =>
  action.catch((error: unknown) => {
    if (typeof error === 'object' && error !== null && 'reason' in error) return undefined
    throw error
  })

const generate = (context: TestContext, period: string) =>
  call(payoutsRouter.generate, { period, merchantIds }, { context })

/** A generation makes what its preview has said, for each merchant and currency. */
export async function generateAsPreviewed(context: TestContext, period: string): Promise<void> {
  const preview = async () => (await call(payoutsRouter.preview, { period }, { context })).rows
  const byRow = (rows: Awaited<ReturnType<typeof preview>>) =>
    rows
      .map(({ merchantId, currency, gross, fee, adjustments, net, renewalCount, lateCount }) =>
        [merchantId, currency, gross, fee, adjustments, net, renewalCount, lateCount].join(' '),
      )
      .toSorted()
  const before = await preview()
  await generate(context, period)
  expect(byRow(await preview())).toEqual(byRow(before))
}

export const billedPasses = () =>
  [0, 1, 2].map(
    (number) =>
      new BilledPass({
        id: `sub_billed_${number}`,
        merchantId: merchantIds[number % 2] ?? '',
        planId: `pln_${number % 2}`,
        unitMinor: [2_900, 999, 1_250][number] ?? 0,
        startsAt: Date.UTC(2025, 10, 20 + number) / 1_000,
      }),
  )

export function endedMonths({ clock, settings }: TestServices): string[] {
  const running = periodAt(settings.timeZone, clock.now()).period
  const months = []
  for (let month = firstMonth; month < running; month = shiftPeriod(month, 1)) months.push(month)
  return months
}

export type World = {
  services: TestServices
  admin: TestContext
  /** By charge: the total of manual refunds, and the latest state of its dispute. */
  refunded: Map<string, number>
  disputes: Map<string, { status: 'open' | 'won' | 'lost'; amountMinor: number }>
  billed: BilledPass[]
  /** Invoices that come with a later step. */
  late: object[]
}
export const seen = { payouts: 0, refunds: 0, held: 0, discounts: 0, prorations: 0, corrections: 0, overlaps: 0 }
let disputeSteps = 0
export const keyOf = ({ subscriptionId, periodStart }: { subscriptionId: string; periodStart: Date }) =>
  `${subscriptionId} ${periodStart.toISOString()}`

export const take = (services: TestServices, event: object | undefined) =>
  event ? takePaymentEvent(contextAs(services, anonymous), true, event) : undefined

/** Events of the payment provider, with their invoice before, after, later or never. */
async function bill({ services, billed, late }: World, step: Billing) {
  const pass = billed[step.number]
  const now = services.clock.now().getTime() / 1_000
  if (!pass) return
  if (step.kind === 'change') {
    const change = pass.change(now, step.day, step.netMinor)
    if (change && step.invoice === 'later') late.push(change)
    else await take(services, change)
    return
  }
  const event = step.kind === 'renew' ? pass.renew(now, step.quantity) : pass.reset(now, step.day)
  if (!event) return
  const invoice = step.invoice === 'none' ? undefined : pass.bill(step.discount, Math.max(0, step.netMinor))
  if (step.invoice === 'first') await take(services, invoice)
  await take(services, event)
  if (step.invoice === 'after') await take(services, invoice)
  if (step.invoice === 'later' && invoice) late.push(invoice)
}

export async function play(world: World, step: Step): Promise<void> {
  const { services, admin, refunded, disputes, late } = world
  const now = services.clock.now()
  if ('discount' in step) return bill(world, step)
  if (step.kind === 'deliver') {
    await take(services, late.splice(step.pick % Math.max(1, late.length), 1)[0])
    return
  }
  if (step.kind === 'wait') return services.clock.advance((1 + (step.pick % 25)) * dayMs)
  if (step.kind === 'pass') {
    const { number, status, amountMinor, startedHoursAgo, interval } = step
    const start = new Date(now.getTime() - startedHoursAgo * 3_600_000)
    await inTransaction(services, (tx) =>
      writeSubscriptions(services, tx, [
        {
          id: `sub_${number}`,
          merchantId: merchantIds[number % 2] ?? '',
          planId: number % 3 === 0 ? null : `pln_${number % 2}`,
          status,
          amountMinor,
          currency: currencies[number % 3] ?? '',
          interval,
          createdAt: start,
          updatedAt: now,
          currentPeriodStart: start,
          currentPeriodEnd: new Date(start.getTime() + 30 * dayMs),
        },
      ]),
    )
    return
  }
  if (step.kind === 'generate') {
    const ended = endedMonths(services)
    await generate(admin, ended[step.pick % ended.length] ?? '')
    return
  }
  if (step.kind === 'refund' || step.kind === 'dispute' || step.kind === 'hold') {
    const charges = await services.db.select().from(subscriptionCharges).orderBy(subscriptionCharges.subscriptionId)
    const charge = charges[step.pick % Math.max(1, charges.length)]
    if (!charge) return
    const { subscriptionId, periodStart, merchantId, currency } = charge
    const amountMinor = Math.max(1, Math.floor((charge.amountMinor * step.amount) / 5_000))
    if (step.kind === 'hold')
      await inTransaction(services, (tx) => holdCharge(tx, { ...charge, reason: 'overlap', createdAt: now }))
    if (step.kind === 'refund') {
      const input = { subscriptionId, periodStart, amountMinor, reason: 'Machine was out of order' }
      const recorded = await unlessRefused(call(refundsRouter.record, input, { context: admin }))
      if (recorded) refunded.set(keyOf(charge), (refunded.get(keyOf(charge)) ?? 0) + amountMinor)
    }
    if (step.kind === 'dispute') {
      const status = (['open', 'won', 'lost'] as const)[step.pick % 3] ?? 'open'
      const state: RefundState = {
        source: 'stripe',
        providerId: `dp_${keyOf(charge)}`,
        kind: 'dispute',
        status,
        merchantId,
        subscriptionId,
        chargeAt: periodStart,
        amountMinor,
        currency,
        reason: null,
        occurredAt: periodStart,
        stateAt: now,
        stateStep: (disputeSteps += 1),
      }
      // Providers send the same state more than once.
      for (let time = 0; time < 2; time += 1) await inTransaction(services, (tx) => recordRefund(admin, tx, state))
      disputes.set(keyOf(charge), { status, amountMinor })
    }
    return
  }
  if (step.kind === 'release' || step.kind === 'withhold') {
    const pays = step.kind === 'release'
    const [hold] = await services.db.select().from(chargeHolds).where(isNull(chargeHolds.releasedAt)).limit(1)
    if (hold) await inTransaction(services, (tx) => decideHold(tx, hold, { at: now, by: null, pays }))
    return
  }
  const known = await services.db.select().from(payouts).orderBy(payouts.id)
  const payout = known[step.pick % Math.max(1, known.length)]
  if (!payout) return
  const input = { payoutId: payout.id, version: payout.version }
  const context = admin
  if (step.kind === 'approve') await unlessRefused(call(payoutsRouter.approve, input, { context }))
  if (step.kind === 'send') await unlessRefused(call(payoutsRouter.markSent, input, { context }))
  if (step.kind === 'discard') await unlessRefused(call(payoutsRouter.discard, input, { context }))
  if (step.kind === 'adjust')
    await unlessRefused(
      call(
        payoutsRouter.addAdjustment,
        { ...input, amountMinor: 2_500 - step.amount || 1, reason: 'Goodwill' },
        { context },
      ),
    )
}
