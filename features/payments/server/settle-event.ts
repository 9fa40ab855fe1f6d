import { requireRecentSignIn } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import type { EventIdInput, RetryAnswer } from '../contract'
import { paymentPermissions } from '../permissions'
import { paymentRefusals } from '../refusals'
import { findEvent, updateEvent, type StoredEvent } from './event-store'
import { lockRefundEvent } from './reference-store'
import { lockAside } from './screen-store'
import { settleRefundEvent } from './settle-refund-event'
import { settleSubscription } from './settle-subscription'

/** With it all events of its subscription that wait, in their order. Refuses with SIGN_IN_AGAIN and PAYMENT_EVENT. */
export function retryEvent(ctx: Context, { eventId }: EventIdInput): Promise<RetryAnswer> {
  return onAside(ctx, eventId, async (tx, event) => {
    const { providerSubscriptionId, facts, refundFacts } = event
    if (refundFacts) {
      const locked = await lockRefundEvent(tx, eventId)
      if (!locked) throw refuse(paymentRefusals, 'PAYMENT_EVENT')
      const { outcome, reason = null } = await settleRefundEvent(ctx, tx, locked)
      await note(ctx, tx, 'retry_payment_event', event, { outcome, ...(reason && { reason }) })
      return { outcome, reason }
    }
    if (providerSubscriptionId === null || facts === null) return { outcome: 'aside', reason: 'UNREADABLE' }
    // In the order of the door: the link first, then what waits behind it.
    const settled = (await settleSubscription(ctx, tx, providerSubscriptionId)).get(eventId)
    if (!settled) throw refuse(paymentRefusals, 'PAYMENT_EVENT')
    const { outcome, reason = null } = settled
    await note(ctx, tx, 'retry_payment_event', event, { outcome, ...(reason && { reason }) })
    return { outcome, reason }
  })
}

/** It is not tried again and has no effect. Refuses like the retry. */
export function dismissEvent(ctx: Context, { eventId }: EventIdInput): Promise<null> {
  return onAside(ctx, eventId, async (tx, { reason }) => {
    const event = await lockAside(tx, eventId)
    if (!event) throw refuse(paymentRefusals, 'PAYMENT_EVENT')
    await updateEvent(tx, eventId, { outcome: 'dismissed', facts: null, refundFacts: null, nextAttemptAt: null })
    await note(ctx, tx, 'dismiss_payment_event', event, { reason })
    return null
  })
}

async function onAside<Answer>(
  ctx: Context,
  eventId: string,
  work: (tx: Transaction, event: StoredEvent) => Promise<Answer>,
): Promise<Answer> {
  authorize(ctx.actor, paymentPermissions, 'payment.settle')
  requireRecentSignIn(ctx)
  return inTransaction(ctx, async (tx) => {
    const event = await findEvent(tx, eventId)
    if (event?.outcome !== 'aside') throw refuse(paymentRefusals, 'PAYMENT_EVENT')
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
