import { runningStatuses } from './contract'
import { billingIntervals, type SubscriptionEventKind } from './contract'
import { scheduledEndOf } from './ending-rules'
import { resolvePrice, type Price, type PriceSource } from './rules'

const dayMs = 86_400_000
/** Maximum of the integer columns for amounts, in minor units. */
export const largestAmountMinor = 2_147_483_647

export type SubscriptionState = PriceSource & {
  id: string
  merchantId: string
  planId: string | null
  userId: string | null
  status: string
  cancelReason: string | null
  cancelAtPeriodEnd: boolean
  cancelAt: Date | null
  canceledBy: string | null
  createdAt: Date
  updatedAt: Date
  currentPeriodStart: Date
  currentPeriodEnd: Date
  paidUntil: Date | null
}

/**
 * Applies a provider's write but keeps an administrator's decision. A canceled row stays canceled, and a scheduled end
 * keeps its period, so that no renewal postpones it.
 */
export function withDecisionKept<State extends SubscriptionState>(
  before: SubscriptionState | null,
  wanted: State,
): State {
  if (!before || before.canceledBy === null) return wanted
  const { canceledBy, cancelReason, currentPeriodStart, currentPeriodEnd, status, updatedAt } = before
  const decided = { ...wanted, canceledBy, cancelReason, currentPeriodStart, currentPeriodEnd, cancelAt: null }
  if (status === 'canceled') return { ...decided, status, updatedAt, cancelAtPeriodEnd: false }
  return { ...decided, cancelAtPeriodEnd: wanted.status !== 'canceled' && before.cancelAtPeriodEnd }
}

type PeriodOfRow = Pick<SubscriptionState, 'currentPeriodStart' | 'currentPeriodEnd'>

/** Returns true if the reported period ended before the period of the row, which has begun. */
export const isEarlierPeriod = (row: PeriodOfRow, reported: PeriodOfRow, now: Date): boolean =>
  !isMissing(reported.currentPeriodStart) &&
  reported.currentPeriodStart < row.currentPeriodStart &&
  reported.currentPeriodEnd <= row.currentPeriodStart &&
  row.currentPeriodStart <= now

export type Charge = {
  subscriptionId: string
  periodStart: Date
  periodEnd: Date
  merchantId: string
  planId: string | null
  userId: string | null
  amountMinor: number
  listMinor?: number | null
  isProration?: boolean
  currency: string
  recordedAt: Date
}

/**
 * Returns the charge of the current period (G34). Returns null for trials, ended subscriptions, a start that is missing
 * or over a day ahead, and periods that another system paid out.
 */
export function chargeOf(state: SubscriptionState, now: Date): Charge | null {
  const { currentPeriodStart: periodStart, currentPeriodEnd, paidUntil } = state
  if (state.status !== 'active' && state.status !== 'past_due') return null
  if (paidUntil !== null && periodStart < paidUntil) return null
  if (isMissing(periodStart) || periodStart.getTime() > now.getTime() + dayMs) return null
  const { amountMinor, currency } = resolvePrice(state)
  if (amountMinor < 0) return null
  return {
    subscriptionId: state.id,
    periodStart,
    periodEnd: currentPeriodEnd > periodStart ? currentPeriodEnd : periodStart,
    merchantId: state.merchantId,
    planId: state.planId,
    userId: state.userId,
    amountMinor: Math.round(amountMinor),
    currency,
    recordedAt: now,
  }
}

type EventDetails = Record<string, string | number | null>
export type SubscriptionEvent = {
  id: string
  subscriptionId: string
  kind: SubscriptionEventKind
  details: EventDetails
  actorId: string | null
  occurredAt: Date
}

/**
 * Returns the history events of a provider's write. The same change has the same ids, so that a replay adds nothing.
 */
export function eventsOf(before: SubscriptionState | null, after: SubscriptionState, now: Date): SubscriptionEvent[] {
  const changedAt = known(after.updatedAt, now)
  const startedAt = known(after.createdAt, changedAt)
  const event = (kind: SubscriptionEventKind, details: EventDetails, occurredAt = changedAt): SubscriptionEvent => ({
    id: [
      'sev',
      after.id,
      kind,
      occurredAt.getTime(),
      details['to'] ?? details['periodStart'] ?? details['periodEnd'] ?? '',
    ].join('_'),
    subscriptionId: after.id,
    kind,
    details,
    actorId: null,
    occurredAt,
  })
  const ended = () => event('canceled', { from: before?.status ?? null })
  const scheduling = () => {
    const [was, is] = [before && scheduledEndOf(before), scheduledEndOf(after)]
    if (was?.getTime() === is?.getTime() || after.status === 'canceled') return []
    return [is ? event('cancel_scheduled', { periodEnd: is.toISOString() }) : event('cancel_withdrawn', {})]
  }
  if (!before) {
    const { amountMinor, currency } = resolvePrice(after)
    const started = event('started', { status: after.status, planId: after.planId, amountMinor, currency }, startedAt)
    return after.status === 'canceled' ? [started, ended()] : [started, ...scheduling()]
  }
  const events: SubscriptionEvent[] = []
  if (before.planId !== after.planId) events.push(event('plan_changed', { from: before.planId, to: after.planId }))
  const [was, is] = [priceText(before), priceText(after)]
  if (was !== is) events.push(event('price_changed', { from: was, to: is }))
  if (after.status !== before.status)
    events.push(
      after.status === 'canceled' ? ended() : event('status_changed', { from: before.status, to: after.status }),
    )
  if (after.currentPeriodStart > before.currentPeriodStart && !isMissing(before.currentPeriodStart))
    events.push(event('renewed', { periodStart: after.currentPeriodStart.toISOString() }))
  return [...events, ...scheduling()]
}

/** Formats a price as `2900 usd / 1 month`, in minor units. */
export function priceText(source: PriceSource): string {
  const { amountMinor, currency, interval, intervalCount } = resolvePrice(source)
  return `${amountMinor} ${currency} / ${intervalCount} ${interval}`
}

/** Parses the output of `priceText`. Returns undefined for anything else. */
export function readPriceText(text: string): Price | undefined {
  // External currencies may contain any character, and old price details any fraction.
  const [, amount, currency, count, unit] =
    /^(-?[\d.]+(?:e[-+]\d+)?) (.+) \/ ([\d.]+(?:e[-+]\d+)?) (\w+)$/s.exec(text) ?? []
  const interval = billingIntervals.find((one) => one === unit)
  if (currency === undefined || interval === undefined) return undefined
  return { amountMinor: Number(amount), currency, interval, intervalCount: Number(count) }
}

/** A missing timestamp is the epoch (G29). */
const isMissing = (at: Date) => at.getTime() === 0
const known = (at: Date, otherwise: Date) => (isMissing(at) || at > otherwise ? otherwise : at)

const running: readonly string[] = runningStatuses

export type PersonDelta = { userId: string; delta: number }
type Holder = { userId: string | null; status: string }

/** Returns signed changes of each person's number of running subscriptions, in id order. */
export function personDeltas(changes: readonly { before: Holder | null; after: Holder | null }[]): PersonDelta[] {
  const deltas = new Map<string, number>()
  const add = (holder: Holder | null, sign: number) => {
    if (!holder || holder.userId === null || !running.includes(holder.status)) return
    deltas.set(holder.userId, (deltas.get(holder.userId) ?? 0) + sign)
  }
  for (const { before, after } of changes) {
    add(before, -1)
    add(after, 1)
  }
  return [...deltas]
    .map(([userId, delta]) => ({ userId, delta }))
    .filter(({ delta }) => delta !== 0)
    .sort((one, other) => (one.userId < other.userId ? -1 : 1))
}
