import type { SubscriptionStatus } from '@quaff/features/subscriptions/contract'
import type { UnmatchedReason } from './contract'
import type {
  InvoiceDetails,
  ProviderDetails,
  ProviderNames,
  ProviderPrice,
  SubscriptionDetails,
} from './reading-contract'

const dayMs = 86_400_000
const minuteMs = 60_000

/** Returns null before the first payment. An unpaid, unserved subscription counts as ended until it resumes. */
function statusOf({ status, isPaused }: Pick<SubscriptionDetails, 'status' | 'isPaused'>) {
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

/** Returns the end reason unless the subscription was canceled by choice. */
function endReasonOf({ status, isPaused }: Pick<SubscriptionDetails, 'status' | 'isPaused'>) {
  if (status === 'unpaid') return 'Unpaid'
  if (status === 'incomplete_expired') return 'Never paid'
  return status === 'paused' || isPaused ? 'Paused' : null
}

/** The known state of a subscription, from the provider or else from our row. */
export type PassState = {
  status: SubscriptionStatus | null
  cancelReason: string | null
  price: ProviderPrice | null
  startedAt: number
  periodStart: number
  periodEnd: number
  cancelAtPeriodEnd: boolean
  cancelAt: number | null
  /** The time of the newest event, in milliseconds. */
  at: number
}

/**
 * Merges the newest subscription event and the newest invoice. It depends on these two alone, so arrival order does not
 * matter.
 */
export function passState(base: PassState, invoice: InvoiceDetails | null): PassState {
  if (!invoice) return base
  const invoiceAt = invoice.rank[0] * 1_000
  const at = Math.max(base.at, invoiceAt)
  const isLaterPeriod = invoice.periodStart > base.periodStart + dayMs
  const isBefore = invoice.periodStart < base.periodStart - dayMs
  const unchanged = { ...base, at }
  // A paid subscription has begun, regardless of the order of its events.
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
  // The subscription was renewed although it was due to end with its period.
  return { ...unchanged, status: 'active', periodStart, periodEnd, price, cancelAtPeriodEnd: false }
}

export function baseOf(facts: SubscriptionDetails): PassState | undefined {
  const status = statusOf(facts)
  if (status === undefined) return undefined
  const { price, startedAt, periodStart, periodEnd, cancelAtPeriodEnd = false, cancelAt = null } = facts
  const cancelReason = endReasonOf(facts)
  const at = facts.rank[0] * 1_000
  return { status, cancelReason, price, startedAt, periodStart, periodEnd, cancelAtPeriodEnd, cancelAt, at }
}

/** Returns true if an invoice has an amount that our unit cannot hold. A subscription may still end with one. */
export function hasFraction(facts: ProviderDetails): boolean {
  if (facts.kind === 'subscription') return false
  const billed = facts.billed?.periods.flatMap((period) => [period.amountMinor, period.listMinor]) ?? []
  return [...(facts.kind === 'invoice' ? [facts.amountMinor] : []), ...billed].some((one) => !Number.isInteger(one))
}

/** Fills missing ids from other events of the subscription, newest first. */
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
    // The price ids and the plan id must come from the same event.
    pricePlanId: priced?.pricePlanId ?? null,
    priceIds: priced?.priceIds ?? [],
  }
}

const pauses = [1, 5, 15, 60, 180, 360, 720, 1_440].map((minutes) => minutes * minuteMs)

/** Reasons that time alone does not fix are retried only by hand. */
const lasting: ReadonlySet<UnmatchedReason> = new Set([
  'REFUND_CURRENCY',
  'NO_SINGLE_AMOUNT',
  'FRACTION',
  'ERASED_PERSON',
  'UNREADABLE',
])

/** Returns null if there is no automatic retry. */
export function nextAttemptAt(reason: UnmatchedReason, attempts: number, now: Date): Date | null {
  if (lasting.has(reason)) return null
  return new Date(now.getTime() + (pauses[Math.min(attempts, pauses.length) - 1] ?? minuteMs))
}
