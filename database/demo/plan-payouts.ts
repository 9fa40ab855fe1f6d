import { amountsOf, sumOf } from '@quaff/features/payouts/amount-rules'
import { periodAt, rangeOfPeriod, shiftPeriod, type PeriodRange } from '@quaff/features/payouts/period-rules'
import type { payoutAdjustments, payoutCharges, payouts } from '@quaff/features/payouts/tables'
import type { subscriptionCharges } from '@quaff/features/subscriptions/tables'
import { demoId } from './chance'
import type { DemoMerchant } from './demo-merchants'

export type DemoPayout = typeof payouts.$inferInsert
type DemoAdjustment = typeof payoutAdjustments.$inferInsert
type Charge = Pick<
  typeof subscriptionCharges.$inferSelect,
  'subscriptionId' | 'periodStart' | 'merchantId' | 'currency' | 'amountMinor'
>
export type DemoPayouts = {
  payouts: DemoPayout[]
  links: (typeof payoutCharges.$inferInsert)[]
  adjustments: DemoAdjustment[]
}
type World = {
  merchants: readonly DemoMerchant[]
  charges: ReadonlyMap<string, readonly Charge[]>
  redemptionsOf: (merchantId: string, range: PeriodRange) => number
  last4Of: (merchantId: string) => string | null
  administratorId: string | null
}

const shownPeriods = 3
const hourMs = 3_600_000
/** Three percent, as in the demo's platform settings. */
export const feeBasisPoints = 300

/** Returns the last three ended months, newest first. */
export function demoPeriods(zone: string, now: Date): PeriodRange[] {
  const running = periodAt(zone, now).period
  return Array.from({ length: shownPeriods }, (_, index) => rangeOfPeriod(zone, shiftPeriod(running, -1 - index)))
}

/**
 * Settles older months except one failed payout. The newest month has every state, and some payouts are not generated
 * yet.
 */
export function planPayouts(zone: string, now: Date, world: World): DemoPayouts {
  const result: DemoPayouts = { payouts: [], links: [], adjustments: [] }
  for (const [age, range] of demoPeriods(zone, now).entries()) {
    const sellers = world.merchants.filter(({ id }) => chargesOf(world, id, range).length > 0)
    for (const [index, merchant] of sellers.entries()) {
      const state = stateOf(age, index, merchant)
      if (state) addPayout(result, { now, world, range, merchant, state, index, age })
    }
  }
  return result
}

const chargesOf = ({ charges }: World, merchantId: string, { start, end }: PeriodRange) =>
  (charges.get(merchantId) ?? []).filter(({ periodStart }) => periodStart >= start && periodStart < end)

const newest = ['sent', 'approved', 'draft', 'approved', 'draft', null] as const

/** Null: not generated yet. A merchant without bank details cannot be paid. */
function stateOf(age: number, index: number, { bankVerifiedAt }: DemoMerchant) {
  if (!bankVerifiedAt) return age === 0 ? ('draft' as const) : ('approved' as const)
  if (age === 1 && index === 2) return 'failed' as const
  if (age > 0) return 'confirmed' as const
  return newest[index % newest.length] ?? null
}

type Planned = {
  now: Date
  world: World
  range: PeriodRange
  merchant: DemoMerchant
  state: NonNullable<ReturnType<typeof stateOf>>
  index: number
  age: number
}

function addPayout(result: DemoPayouts, planned: Planned) {
  const { world, range, merchant, state, index, age, now } = planned
  const id = demoId('pay', result.payouts.length + 1)
  const charges = chargesOf(world, merchant.id, range).filter(({ currency }) => currency === merchant.currency)
  const generatedAt = after(range.end, new Date(now.getTime() - (index === 0 ? 21 : 92) * hourMs), age, now)
  const adjustments = adjustmentsOf(planned, id, generatedAt)
  const amounts = amountsOf(
    sumOf(charges.map(({ amountMinor }) => amountMinor)),
    feeBasisPoints,
    sumOf(adjustments.map(({ amountMinor }) => amountMinor)),
  )
  result.payouts.push({
    id,
    merchantId: merchant.id,
    currency: merchant.currency,
    status: state,
    feeBasisPoints,
    period: range.period,
    periodStart: range.start,
    periodEnd: range.end,
    grossMinor: amounts.gross,
    feeMinor: amounts.fee,
    adjustmentsMinor: amounts.adjustments,
    netMinor: amounts.net,
    renewalCount: charges.length,
    redemptionCount: world.redemptionsOf(merchant.id, range),
    ...stepsOf(planned, generatedAt),
  })
  result.links.push(
    ...charges.map(({ subscriptionId, periodStart }) => ({ subscriptionId, periodStart, payoutId: id })),
  )
  result.adjustments.push(...adjustments)
}

/** Older payouts are dated a day after their month. */
function after(end: Date, wanted: Date, age: number, now: Date) {
  const at = age > 0 ? end.getTime() + 26 * hourMs : Math.max(end.getTime(), wanted.getTime())
  return new Date(Math.min(at, now.getTime()))
}

function stepsOf(
  { state, world, now, merchant }: Planned,
  generatedAt: Date,
): Partial<DemoPayout> & Pick<DemoPayout, 'generatedAt' | 'updatedAt'> {
  const by = world.administratorId
  const hoursLater = (hours: number) => new Date(Math.min(generatedAt.getTime() + hours * hourMs, now.getTime()))
  const generated = { generatedAt, generatedBy: by, updatedAt: generatedAt }
  if (state === 'draft') return generated
  const approved = { ...generated, approvedAt: hoursLater(3), approvedBy: by, updatedAt: hoursLater(3), version: 2 }
  if (state === 'approved') return approved
  const named = { paidToLast4: world.last4Of(merchant.id), exportedAt: hoursLater(4) }
  const sent = { ...approved, ...named, sentAt: hoursLater(5), sentBy: by, updatedAt: hoursLater(5), version: 3 }
  if (state === 'sent') return sent
  const settled = { ...sent, settledAt: hoursLater(50), settledBy: by, updatedAt: hoursLater(50), version: 4 }
  return state === 'failed' ? { ...settled, failureReason: 'Returned by the bank: account closed.' } : settled
}

/** The first merchant has two adjustments, and another one owes money. */
function adjustmentsOf({ merchant, world, index, age }: Planned, payoutId: string, createdAt: Date) {
  const line = { merchantId: merchant.id, currency: merchant.currency, createdAt, createdBy: world.administratorId }
  const of = (number: number, amountMinor: number, reason: string): DemoAdjustment => ({
    ...line,
    id: `${demoId('adj', number)}_${payoutId}`,
    payoutId,
    amountMinor,
    reason,
  })
  if (index === 0 && age === 0)
    return [of(1, -2_500, 'Two passes sold twice, refunded'), of(2, 1_000, 'Thank you for the launch event')]
  return index === 2 && age === 0 ? [of(1, -1_200, 'Barcode scanner replacement')] : []
}
