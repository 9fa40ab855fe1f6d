import { merchantScope } from '@quaff/features/sessions/server'
import { authorize, type Context, type Page, pageTotal, toPage } from '@quaff/platform/server'
import type { UnmatchedEvent, UnmatchedReason, ListUnmatchedInput, PaymentState } from '../contract'
import { paymentPermissions } from '../permissions'
import type { ProviderNames } from '../reading-contract'
import { unmatchedList, countUnmatched, findLastEvent, listUnmatchedRows } from './event-store'

export async function getPaymentState(ctx: Context): Promise<PaymentState> {
  authorize(ctx.actor, paymentPermissions, 'payment.read')
  const [unmatched, last] = [await countUnmatched(ctx.db), await findLastEvent(ctx.db)]
  return {
    isSetUp: ctx.paymentSignatures != null,
    isLive: ctx.paymentSignatures?.isLive ?? true,
    unmatched,
    last: last ? { type: last.type, occurredAt: last.occurredAt, receivedAt: last.receivedAt } : null,
  }
}

/** Returns unmatched events, newest first. */
export async function listUnmatchedEvents(ctx: Context, input: ListUnmatchedInput): Promise<Page<UnmatchedEvent>> {
  const actor = authorize(ctx.actor, paymentPermissions, 'payment.read')
  const { limit, cursor } = input
  const rows = await listUnmatchedRows(ctx.db, merchantScope(actor), input)
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['payment events'] }, () => countUnmatched(ctx.db))
  return toPage(rows, { ...unmatchedList, limit, total }, presentUnmatched)
}

function presentUnmatched(row: Awaited<ReturnType<typeof listUnmatchedRows>>[number]): UnmatchedEvent {
  const { event, merchantId, merchantName, personId, subscriptionId } = row
  const reason = event.reason ?? 'UNREADABLE'
  return {
    eventId: event.eventId,
    type: event.type,
    reason,
    occurredAt: event.occurredAt,
    receivedAt: event.receivedAt,
    providerSubscriptionId: event.providerSubscriptionId,
    merchant: merchantId === null || merchantName === null ? null : { id: merchantId, name: merchantName },
    personId,
    subscriptionId,
    named: event.facts ? namedBy(reason, event.facts.names) : (event.refundFacts?.references[0] ?? null),
    attempts: event.attempts,
    nextAttemptAt: event.nextAttemptAt,
  }
}

/** Returns the id in the event that the reason refers to. */
function namedBy(reason: UnmatchedReason, names: ProviderNames) {
  if (reason === 'UNKNOWN_MERCHANT' || reason === 'FOREIGN_MERCHANT') return names.merchantId
  if (reason === 'UNKNOWN_PERSON' || reason === 'ERASED_PERSON') return names.userId
  return reason === 'UNKNOWN_PLAN' ? (names.pricePlanId ?? names.planId ?? names.priceIds[0] ?? null) : null
}
