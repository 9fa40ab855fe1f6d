import { recordRefund } from '@quaff/features/refunds/server'
import type { Context, Transaction } from '@quaff/platform/server/context'
import type { AsideReason, PaymentOutcome } from '../contract'
import type { PaymentReference, RefundEventFacts } from '../reading-contract'
import { nextAttemptAt } from '../rules'
import { updateEvent, type StoredEvent } from './event-store'
import { findPaidPeriod, listWaitingRefunds } from './reference-store'

type Settled = { outcome: PaymentOutcome; reason?: AsideReason }
type Applied = Settled & { providerSubscriptionId?: string }

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

/** What waited for one of these ids of a payment, or for the subscription. */
export async function settleWaitingRefunds(
  ctx: Context,
  tx: Transaction,
  references: readonly PaymentReference[],
  providerSubscriptionId: string | null,
): Promise<void> {
  if (references.length === 0 && providerSubscriptionId === null) return
  const ids = references.map(({ id }) => id)
  for (const event of await listWaitingRefunds(tx, ids, providerSubscriptionId)) await settleRefundEvent(ctx, tx, event)
}

async function applyRefund(ctx: Context, tx: Transaction, facts: RefundEventFacts): Promise<Applied> {
  const { references, occurredAt, stateAt, ...state } = facts
  if (!Number.isInteger(facts.amountMinor)) return { outcome: 'aside', reason: 'FRACTION' }
  const paid = await findPaidPeriod(tx, references)
  if (!paid) return { outcome: 'aside', reason: 'UNKNOWN_PAYMENT' }
  const { subscriptionId, merchantId, periodStart: chargeAt, providerSubscriptionId } = paid
  if (subscriptionId === null || merchantId === null)
    return { outcome: 'aside', reason: 'UNKNOWN_SUBSCRIPTION', providerSubscriptionId }
  const times = { chargeAt, occurredAt: new Date(occurredAt), stateAt: new Date(stateAt) }
  const { outcome, problem } = await recordRefund(ctx, tx, {
    ...state,
    ...times,
    source: 'stripe',
    subscriptionId,
    merchantId,
  })
  if (outcome === 'foreign') return { outcome: 'aside', reason: 'FOREIGN_MERCHANT', providerSubscriptionId }
  if (problem === 'FOREIGN_CURRENCY') return { outcome: 'aside', reason: 'REFUND_CURRENCY', providerSubscriptionId }
  return { outcome, providerSubscriptionId }
}
