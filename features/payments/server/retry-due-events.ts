import { anonymous } from '@quaff/platform/server/actor'
import type { Context, Services } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { inTransaction } from '@quaff/platform/server/transaction'
import { paymentLimits } from '../contract'
import { deleteEventsBefore, listDue } from './event-store'
import { deleteReferencesBefore, listDueRefunds, lockRefundEvent } from './reference-store'
import { settleRefundEvent } from './settle-refund-event'
import { settleSubscription } from './settle-subscription'

const perRun = 500

async function retryDueRefunds(services: Services, ctx: Context): Promise<void> {
  for (const eventId of await listDueRefunds(services.db, services.clock.now(), perRun))
    await inTransaction(services, async (tx) => {
      const event = await lockRefundEvent(tx, eventId)
      if (event) await settleRefundEvent(ctx, tx, event)
      await publishLive(tx, { topic: 'payment', subjectId: eventId })
    }).catch((error: unknown) => services.log.error('a refund wasn’t retried', { eventId, error: String(error) }))
}

/** Unmatched events whose pause is over. One that fails by itself keeps no other from its turn. */
export async function retryDueEvents(services: Services): Promise<void> {
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

export async function prunePaymentEvents({ db, clock }: Services): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  await deleteEventsBefore(db, daysAgo(paymentLimits.eventDays))
  await deleteReferencesBefore(db, daysAgo(paymentLimits.referenceDays))
}

/** The provider's, as at the door: nobody's account. */
function jobContext(services: Services): Context {
  return {
    ...services,
    actor: anonymous,
    request: { requestId: services.ids.newId('req'), network: 'job', userAgent: 'job', browser: null },
    cookies: { setSession: () => {}, clearSession: () => {}, setBrowser: () => {} },
  }
}
