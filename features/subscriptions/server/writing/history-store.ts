import type { Transaction } from '@quaff/platform/server/context'
import type { Charge } from '../../writing/rules'
import { inSlices } from '../in-slices'
import { subscriptionCharges, subscriptionEvents } from '../tables'

export type EventRow = typeof subscriptionEvents.$inferInsert

/** The first that is seen of a period stays. */
export async function insertCharges(tx: Transaction, charges: readonly Charge[]): Promise<void> {
  await inSlices(charges, (slice) => tx.insert(subscriptionCharges).values(slice).onConflictDoNothing())
}

export async function insertEvents(tx: Transaction, events: readonly EventRow[]): Promise<void> {
  const inOrder = events.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  await inSlices(inOrder, (slice) => tx.insert(subscriptionEvents).values(slice).onConflictDoNothing())
}
