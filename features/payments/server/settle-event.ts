import { placeRefunds, recordRefund } from '@quaff/features/refunds/server'
import { requireRecentSignIn } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  inTransaction,
  publishLive,
  recordAudit,
  refuse,
  type Transaction,
} from '@quaff/platform/server'
import type { UnmatchedReason, EventIdInput, PaymentOutcome, RetryAnswer } from '../contract'
import { paymentPermissions } from '../permissions'
import type { PaymentReference, RefundEventDetails } from '../reading-contract'
import { compareRanks } from '../reading-rules'
import { paymentRefusals } from '../refusals'
import { nextAttemptAt } from '../rules'
import { type Applied, applyEvent } from './apply-event'
import {
  findEvent,
  listWaiting,
  lockUnmatched,
  lockLink,
  type StoredEvent,
  updateEvent,
  updateLink,
} from './event-store'
import { findPaidPeriod, listWaitingRefunds, lockRefundEvent } from './reference-store'

/** Retries all waiting events of its subscription, in order. @throws SIGN_IN_AGAIN, PAYMENT_EVENT */
export function retryEvent(ctx: Context, { eventId }: EventIdInput): Promise<RetryAnswer> {
  return onUnmatched(ctx, eventId, async (tx, event) => {
    const { providerSubscriptionId, facts, refundFacts } = event
    if (refundFacts) {
      const locked = await lockRefundEvent(tx, eventId)
      if (!locked) throw refuse(paymentRefusals, 'PAYMENT_EVENT')
      const { outcome, reason = null } = await settleRefundEvent(ctx, tx, locked)
      await note(ctx, tx, 'retry_payment_event', event, { outcome, ...(reason && { reason }) })
      return { outcome, reason }
    }
    if (providerSubscriptionId === null || facts === null) return { outcome: 'unmatched', reason: 'UNREADABLE' }
    // Locks in the same order as the webhook: the link first, then its waiting events.
    const settled = (await settleSubscription(ctx, tx, providerSubscriptionId)).get(eventId)
    if (!settled) throw refuse(paymentRefusals, 'PAYMENT_EVENT')
    const { outcome, reason = null } = settled
    await note(ctx, tx, 'retry_payment_event', event, { outcome, ...(reason && { reason }) })
    return { outcome, reason }
  })
}

/** Dismisses an event without effect; it is not retried. Refuses like `retryEvent`. */
export function dismissEvent(ctx: Context, { eventId }: EventIdInput): Promise<null> {
  return onUnmatched(ctx, eventId, async (tx, { reason }) => {
    const event = await lockUnmatched(tx, eventId)
    if (!event) throw refuse(paymentRefusals, 'PAYMENT_EVENT')
    await updateEvent(tx, eventId, { outcome: 'dismissed', facts: null, refundFacts: null, nextAttemptAt: null })
    await note(ctx, tx, 'dismiss_payment_event', event, { reason })
    return null
  })
}

async function onUnmatched<Answer>(
  ctx: Context,
  eventId: string,
  work: (tx: Transaction, event: StoredEvent) => Promise<Answer>,
) {
  authorize(ctx.actor, paymentPermissions, 'payment.settle')
  requireRecentSignIn(ctx)
  return inTransaction(ctx, async (tx) => {
    const event = await findEvent(tx, eventId)
    if (event?.outcome !== 'unmatched') throw refuse(paymentRefusals, 'PAYMENT_EVENT')
    const answer = await work(tx, event)
    await publishLive(tx, { topic: 'payment', subjectId: eventId })
    return answer
  })
}

function note(ctx: Context, tx: Transaction, action: string, event: StoredEvent, after: Record<string, unknown>) {
  const { eventId, type } = event
  return recordAudit(ctx, tx, {
    action,
    targetType: 'payment_event',
    targetId: eventId,
    after: { event: type, ...after },
  })
}

type Settled = { outcome: PaymentOutcome; reason?: UnmatchedReason }
type AppliedRefund = Settled & { providerSubscriptionId?: string }

/** Records the refund or dispute of an event, or holds it until its payment is known. The caller locks the event. */
export async function settleRefundEvent(
  ctx: Context,
  tx: Transaction,
  { eventId, refundFacts, attempts: before }: Pick<StoredEvent, 'eventId' | 'refundFacts' | 'attempts'>,
): Promise<Settled> {
  if (!refundFacts) return { outcome: 'nothing' }
  const { outcome, reason = null, providerSubscriptionId } = await applyRefund(ctx, tx, refundFacts)
  const attempts = before + 1
  await updateEvent(tx, eventId, {
    outcome,
    reason,
    attempts,
    ...(providerSubscriptionId !== undefined && { providerSubscriptionId }),
    refundFacts: reason ? refundFacts : null,
    nextAttemptAt: reason && nextAttemptAt(reason, attempts, ctx.clock.now()),
  })
  return reason ? { outcome, reason } : { outcome }
}

/** Settles refunds that waited for one of these payment ids or for the subscription. */
export async function settleWaitingRefunds(
  ctx: Context,
  tx: Transaction,
  references: readonly PaymentReference[],
  providerSubscriptionId: string | null,
) {
  if (references.length === 0 && providerSubscriptionId === null) return
  const ids = references.map(({ id }) => id)
  for (const event of await listWaitingRefunds(tx, ids, providerSubscriptionId)) await settleRefundEvent(ctx, tx, event)
}

async function applyRefund(ctx: Context, tx: Transaction, facts: RefundEventDetails): Promise<AppliedRefund> {
  const { references, occurredAt, stateAt, ...state } = facts
  if (!Number.isInteger(facts.amountMinor)) return { outcome: 'unmatched', reason: 'FRACTION' }
  const paid = await findPaidPeriod(tx, references)
  if (!paid) return { outcome: 'unmatched', reason: 'UNKNOWN_PAYMENT' }
  const { subscriptionId, merchantId, periodStart: chargeAt, providerSubscriptionId } = paid
  if (subscriptionId === null || merchantId === null)
    return { outcome: 'unmatched', reason: 'UNKNOWN_SUBSCRIPTION', providerSubscriptionId }
  const times = { chargeAt, occurredAt: new Date(occurredAt), stateAt: new Date(stateAt) }
  const { outcome, problem } = await recordRefund(ctx, tx, {
    ...state,
    ...times,
    source: 'stripe',
    subscriptionId,
    merchantId,
  })
  if (outcome === 'foreign') return { outcome: 'unmatched', reason: 'FOREIGN_MERCHANT', providerSubscriptionId }
  if (problem === 'FOREIGN_CURRENCY') return { outcome: 'unmatched', reason: 'REFUND_CURRENCY', providerSubscriptionId }
  return { outcome, providerSubscriptionId }
}

/**
 * Settles all waiting events of a provider subscription, oldest first; they complete each other's ids. A concurrent call
 * waits and then finds no events.
 */
export async function settleSubscription(
  ctx: Context,
  tx: Transaction,
  providerSubscriptionId: string,
): Promise<Map<string, Applied>> {
  let link = await lockLink(tx, providerSubscriptionId)
  const waiting = (await listWaiting(tx, providerSubscriptionId))
    .flatMap((event) => (event.facts ? [{ event, facts: event.facts }] : []))
    .sort((one, other) => compareRanks(one.facts.rank, other.facts.rank))
  const others = waiting.map(({ facts }) => facts.names).toReversed()
  const all = new Map<string, Applied>()
  const takeAll = async (events: typeof waiting) => {
    for (const { event, facts } of events) {
      const applied = await applyEvent({ ctx, tx, link, others }, facts)
      link = applied.link
      all.set(event.eventId, applied)
      await noteOutcome(ctx, tx, event, applied)
    }
  }
  await takeAll(waiting)
  // An invoice may be older than the event that creates its subscription.
  const early = waiting.filter(({ event }) => all.get(event.eventId)?.reason === 'UNKNOWN_SUBSCRIPTION')
  if (link.subscriptionId !== null) await takeAll(early)
  if (waiting.length > 0) await updateLink(tx, link)
  if (link.subscriptionId !== null) await placeRefunds(ctx, tx, [link.subscriptionId])
  return all
}

async function noteOutcome(ctx: Context, tx: Transaction, event: StoredEvent, applied: Applied) {
  const { outcome, reason, pass } = applied
  const attempts = event.attempts + 1
  if (reason) {
    const next = nextAttemptAt(reason, attempts, ctx.clock.now())
    await updateEvent(tx, event.eventId, { outcome, reason, attempts, nextAttemptAt: next })
    return
  }
  await updateEvent(tx, event.eventId, { outcome, reason: null, facts: null, attempts, nextAttemptAt: null })
  if (!pass || (outcome !== 'created' && outcome !== 'updated')) return
  await recordAudit(ctx, tx, {
    action: 'take_payment_event',
    targetType: 'subscription',
    targetId: pass.id,
    merchantId: pass.merchantId,
    after: { event: event.type, eventId: event.eventId, outcome, status: pass.status },
  })
}
