import type { Services } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { recordChanges } from '../../writing/server/record-changes'
import { endAll, lockDue } from './ending-store'

const perTransaction = 500

/** Ends what was asked to end with a period that is over. Rows that somebody else holds wait for the next run. */
export async function endDueSubscriptions(services: Services): Promise<void> {
  while ((await endSome(services)) === perTransaction);
}

async function endSome(services: Services): Promise<number> {
  const now = services.clock.now()
  return inTransaction(services, async (tx) => {
    const due = await lockDue(tx, now, perTransaction)
    if (due.length === 0) return 0
    await endAll(tx, due, now)
    const changes = due.map((before) => ({
      before,
      after: { ...before, status: 'canceled', cancelAtPeriodEnd: false, updatedAt: now },
    }))
    const events = due.map(({ id, status, canceledBy, currentPeriodEnd }) => ({
      id: services.ids.newId('sev'),
      subscriptionId: id,
      kind: 'canceled' as const,
      actorId: canceledBy,
      occurredAt: now,
      details: { from: status, periodEnd: currentPeriodEnd.toISOString() },
    }))
    await recordChanges(services, tx, changes, events)
    return due.length
  })
}
