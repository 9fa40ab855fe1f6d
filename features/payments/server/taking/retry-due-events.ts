import { anonymous } from '@quaff/platform/server/actor'
import type { Context, Services } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { inTransaction } from '@quaff/platform/server/transaction'
import { paymentLimits } from '../../contract'
import { deleteEventsBefore, listDue } from './event-store'
import { settleSubscription } from './settle-subscription'

const perRun = 500

/** Events kept aside whose pause is over. One that fails by itself keeps no other from its turn. */
export async function retryDueEvents(services: Services): Promise<void> {
  const ctx = jobContext(services)
  for (const providerSubscriptionId of await listDue(services.db, services.clock.now(), perRun))
    await inTransaction(services, async (tx) => {
      await settleSubscription(ctx, tx, providerSubscriptionId)
      await publishLive(tx, { topic: 'payment', subjectId: providerSubscriptionId })
    }).catch((error: unknown) =>
      services.log.error('payment events were not retried', { providerSubscriptionId, error: String(error) }),
    )
}

export async function prunePaymentEvents({ db, clock }: Services): Promise<void> {
  await deleteEventsBefore(db, new Date(clock.now().getTime() - paymentLimits.eventDays * 86_400_000))
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
