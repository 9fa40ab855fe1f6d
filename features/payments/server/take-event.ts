import { anonymous, type Context, inTransaction, publishLive, refuse, type Services } from '@quaff/platform/server'
import { type PaymentAnswer, paymentLimits } from '../contract'
import { eventSchema, isOurs, type ProviderEvent, readProviderEvent } from '../reading-rules'
import { isOfPayment, readReferences, readRefund } from '../refund-rules'
import { paymentEndpointRefusals } from '../refusals'
import { deleteEventsBefore, insertEvent, listDue, type NewEvent } from './event-store'
import { deleteReferencesBefore, listDueRefunds, lockRefundEvent, noteReferences } from './reference-store'
import { settleRefundEvent, settleSubscription, settleWaitingRefunds } from './settle-event'

/**
 * Takes a verified event; its id commits with its effect, so it applies once. Unmatched events answer success, because
 * sending again would not help.
 */
export async function takePaymentEvent(ctx: Context, isLive: boolean, body: unknown): Promise<PaymentAnswer> {
  const parsed = eventSchema.safeParse(body)
  if (!parsed.success) throw refuse(paymentEndpointRefusals, 'PAYMENT_EVENT_CUT')
  const event = parsed.data
  if (event.livemode !== isLive) throw refuse(paymentEndpointRefusals, 'PAYMENT_MODE')
  const now = ctx.clock.now()
  if (event.created * 1_000 > now.getTime() + paymentLimits.signatureSeconds * 1_000)
    throw refuse(paymentEndpointRefusals, 'PAYMENT_SIGNATURE_LATE')
  if (isOfPayment(event.type)) return takeOfPayment(ctx, event, now)
  if (!isOurs(event.type)) return { outcome: 'nothing' }
  const read = readProviderEvent(event)
  const references = readReferences(event)
  const row: NewEvent = {
    ...frameOf(event, now),
    providerSubscriptionId: read?.providerSubscriptionId ?? null,
    outcome: read && !read.facts ? 'nothing' : 'unmatched',
    reason: read ? null : 'UNREADABLE',
    facts: read?.facts ?? null,
  }
  return inTransaction(ctx, async (tx): Promise<PaymentAnswer> => {
    if (!(await insertEvent(tx, row))) return { outcome: 'duplicate' }
    await publishLive(tx, { topic: 'payment', subjectId: event.id })
    if (!read) return { outcome: 'unmatched', reason: 'UNREADABLE' }
    await noteReferences(tx, references, now)
    const settled =
      read.facts && read.providerSubscriptionId !== null
        ? (await settleSubscription(ctx, tx, read.providerSubscriptionId)).get(event.id)
        : { outcome: 'nothing' as const, reason: undefined }
    await settleWaitingRefunds(ctx, tx, references, read.providerSubscriptionId)
    const { outcome, reason } = settled ?? { outcome: 'same' as const }
    return reason ? { outcome, reason } : { outcome }
  })
}

const frameOf = ({ id, type, created }: ProviderEvent, receivedAt: Date) => ({
  eventId: id,
  type,
  occurredAt: new Date(created * 1_000),
  receivedAt,
})

/** Takes a refund or dispute event, or an event with payment references. */
async function takeOfPayment(ctx: Context, event: ProviderEvent, now: Date): Promise<PaymentAnswer> {
  const refundFacts = readRefund(event)
  const references = readReferences(event)
  const row: NewEvent = {
    ...frameOf(event, now),
    outcome: refundFacts === null ? 'nothing' : 'unmatched',
    reason: refundFacts === undefined ? 'UNREADABLE' : null,
    refundFacts: refundFacts ?? null,
  }
  return inTransaction(ctx, async (tx): Promise<PaymentAnswer> => {
    if (!(await insertEvent(tx, row))) return { outcome: 'duplicate' }
    await publishLive(tx, { topic: 'payment', subjectId: event.id })
    await noteReferences(tx, references, now)
    const settled = refundFacts
      ? await settleRefundEvent(ctx, tx, { eventId: event.id, refundFacts, attempts: 0 })
      : { outcome: row.outcome as 'unmatched' | 'nothing', ...(row.reason && { reason: row.reason }) }
    await settleWaitingRefunds(ctx, tx, references, null)
    return settled
  })
}

const perRun = 500

async function retryDueRefunds(services: Services, ctx: Context) {
  for (const eventId of await listDueRefunds(services.db, services.clock.now(), perRun))
    await inTransaction(services, async (tx) => {
      const event = await lockRefundEvent(tx, eventId)
      if (event) await settleRefundEvent(ctx, tx, event)
      await publishLive(tx, { topic: 'payment', subjectId: eventId })
    }).catch((error: unknown) => services.log.error('a refund wasn’t retried', { eventId, error: String(error) }))
}

/** Retries due unmatched events. A failing event does not block the others. */
export async function retryDueEvents(services: Services) {
  const ctx = jobContext(services)
  for (const providerSubscriptionId of await listDue(services.db, services.clock.now(), perRun))
    await inTransaction(services, async (tx) => {
      await settleSubscription(ctx, tx, providerSubscriptionId)
      await publishLive(tx, { topic: 'payment', subjectId: providerSubscriptionId })
    }).catch((error: unknown) =>
      services.log.error('payment events weren’t retried', { providerSubscriptionId, error: String(error) }),
    )
  await retryDueRefunds(services, ctx)
}

export async function prunePaymentEvents({ db, clock }: Services) {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  await deleteEventsBefore(db, daysAgo(paymentLimits.eventDays))
  await deleteReferencesBefore(db, daysAgo(paymentLimits.referenceDays))
}

/** The job acts as the provider, without a user, like the webhook. */
function jobContext(services: Services): Context {
  return {
    ...services,
    actor: anonymous,
    request: { requestId: services.ids.newId('req'), network: 'job', userAgent: 'job', browser: null },
    cookies: { setSession: () => {}, clearCache: () => {}, setBrowser: () => {} },
  }
}
