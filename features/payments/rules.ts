import type { SubscriptionStatus } from '@quaff/features/subscriptions/contract'
import type { AsideReason } from './contract'
import type { InvoiceFacts, ProviderFacts, ProviderNames, ProviderPrice, SubscriptionFacts } from './reading-contract'

const dayMs = 86_400_000
const minuteMs = 60_000

/** Null: not begun, as long as the first payment is to come. What nobody pays for and nobody serves has ended until it runs again. */
export function statusOf({
  status,
  isPaused,
}: Pick<SubscriptionFacts, 'status' | 'isPaused'>): SubscriptionStatus | null | undefined {
  switch (status) {
    case 'active':
    case 'trialing':
    case 'past_due':
      return isPaused ? 'canceled' : status
    case 'canceled':
    case 'incomplete_expired':
    case 'unpaid':
    case 'paused':
      return 'canceled'
    case 'incomplete':
      return null
    default:
      return undefined
  }
}

/** Why it ended, where that is not that somebody canceled it. */
export function endReasonOf({ status, isPaused }: Pick<SubscriptionFacts, 'status' | 'isPaused'>): string | null {
  if (status === 'unpaid') return 'Unpaid'
  if (status === 'incomplete_expired') return 'Never paid'
  return status === 'paused' || isPaused ? 'Paused' : null
}

/** What is known of a pass, from the provider or, before it has said anything, from the row here. */
export type PassState = {
  status: SubscriptionStatus | null
  cancelReason: string | null
  price: ProviderPrice | null
  startedAt: number
  periodStart: number
  periodEnd: number
  cancelAtPeriodEnd: boolean
  cancelAt: number | null
  /** Milliseconds of the newest that was said. */
  at: number
}

/**
 * The pass as the newest event of the subscription and the newest invoice say together. It depends on these two alone, so
 * the order in which they came leaves no trace.
 */
export function passState(base: PassState, invoice: InvoiceFacts | null): PassState {
  if (!invoice) return base
  const invoiceAt = invoice.rank[0] * 1_000
  const at = Math.max(base.at, invoiceAt)
  const isLaterPeriod = invoice.periodStart > base.periodStart + dayMs
  const isBefore = invoice.periodStart < base.periodStart - dayMs
  const unchanged = { ...base, at }
  // What has been paid has begun, whichever of the two was said first.
  const isBeginning = base.status === null && invoice.says === 'paid'
  if (isBefore || base.status === 'canceled' || (invoiceAt <= base.at && !isBeginning)) return unchanged
  if (invoice.says === 'failed')
    return base.status === 'active' || (base.status === 'trialing' && isLaterPeriod)
      ? { ...unchanged, status: 'past_due' }
      : unchanged
  if (base.status === 'trialing' && !isLaterPeriod) return unchanged
  if (!isLaterPeriod) return { ...unchanged, status: 'active' }
  const { periodStart, periodEnd, amountMinor, currency } = invoice
  const price = base.price && { ...base.price, amountMinor, currency }
  // What was to end with its period has been renewed instead.
  return { ...unchanged, status: 'active', periodStart, periodEnd, price, cancelAtPeriodEnd: false }
}

export function baseOf(facts: SubscriptionFacts): PassState | undefined {
  const status = statusOf(facts)
  if (status === undefined) return undefined
  const { price, startedAt, periodStart, periodEnd, cancelAtPeriodEnd = false, cancelAt = null } = facts
  const cancelReason = endReasonOf(facts)
  const at = facts.rank[0] * 1_000
  return { status, cancelReason, price, startedAt, periodStart, periodEnd, cancelAtPeriodEnd, cancelAt, at }
}

/** Returns true if an invoice has an amount that our unit cannot hold. A subscription may still end with one. */
export function hasFraction(facts: ProviderFacts): boolean {
  if (facts.kind === 'subscription') return false
  const billed = facts.billed?.periods.flatMap((period) => [period.amountMinor, period.listMinor]) ?? []
  return [...(facts.kind === 'invoice' ? [facts.amountMinor] : []), ...billed].some((one) => !Number.isInteger(one))
}

/** What an event does not say itself is taken from others of its subscription, the newest first. */
export function withNames(own: ProviderNames, others: readonly ProviderNames[]): ProviderNames {
  const all = [own, ...others]
  const first = (name: 'merchantId' | 'planId' | 'userId' | 'subscriptionId' | 'pricePlanId') =>
    all.map((names) => names[name]).find((id) => id !== null) ?? null
  const priced = all.find(({ priceIds }) => priceIds.length > 0)
  return {
    merchantId: first('merchantId'),
    planId: first('planId'),
    userId: first('userId'),
    subscriptionId: first('subscriptionId'),
    // A price and what it says of itself belong together.
    pricePlanId: priced?.pricePlanId ?? null,
    priceIds: priced?.priceIds ?? [],
  }
}

const pauses = [1, 5, 15, 60, 180, 360, 720, 1_440].map((minutes) => minutes * minuteMs)

/** What time alone does not mend is tried again by hand only. */
const lasting: ReadonlySet<AsideReason> = new Set([
  'REFUND_CURRENCY',
  'NO_SINGLE_AMOUNT',
  'FRACTION',
  'ERASED_PERSON',
  'UNREADABLE',
])

/** Null: not by itself. */
export function nextAttemptAt(reason: AsideReason, attempts: number, now: Date): Date | null {
  if (lasting.has(reason)) return null
  return new Date(now.getTime() + (pauses[Math.min(attempts, pauses.length) - 1] ?? minuteMs))
}
