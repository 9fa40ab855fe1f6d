import { inTransaction, type Services } from '@quaff/platform/server'
import { overdueDays } from '../ending-contract'
import { endedAt, scheduledEndOf } from '../ending-rules'
import { lockDue } from './ending-store'
import { recordChanges } from './record-changes'
import { updateSubscriptions } from './subscription-store'

const perTransaction = 500

/**
 * Ends subscriptions at their scheduled end. The provider ends those that it scheduled; the job does so only if the
 * provider's event is overdue.
 */
export async function endDueSubscriptions(services: Services) {
  while ((await endSome(services)) === perTransaction);
}

async function endSome(services: Services) {
  const now = services.clock.now()
  const overdue = new Date(now.getTime() - overdueDays * 86_400_000)
  return inTransaction(services, async (tx) => {
    const due = await lockDue(tx, { now, overdue, limit: perTransaction })
    if (due.length === 0) return 0
    const changes = due.map((before) => ({
      before,
      after: {
        ...before,
        status: 'canceled',
        cancelAtPeriodEnd: false,
        cancelAt: null,
        updatedAt: endedAt(before, now),
      },
    }))
    await updateSubscriptions(
      tx,
      changes.map(({ after }) => after),
    )
    const events = changes.map(({ before, after }) => ({
      id: services.ids.newId('sev'),
      subscriptionId: before.id,
      kind: 'canceled' as const,
      actorId: before.canceledBy,
      occurredAt: after.updatedAt,
      details: { from: before.status, periodEnd: scheduledEndOf(before)?.toISOString() ?? null },
    }))
    await recordChanges(services, tx, changes, events)
    return due.length
  })
}
