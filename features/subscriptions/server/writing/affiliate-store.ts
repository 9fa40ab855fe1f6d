import type { Transaction } from '@quaff/platform/server/context'
import { inSlices } from '../in-slices'
import { subscriptionAffiliates } from '../tables'

/** The first event that carries a code decides; later ones change nothing. */
export async function insertAffiliates(
  tx: Transaction,
  rows: readonly (typeof subscriptionAffiliates.$inferInsert)[],
): Promise<void> {
  const inOrder = rows.toSorted((one, other) => (one.subscriptionId < other.subscriptionId ? -1 : 1))
  await inSlices(inOrder, (slice) => tx.insert(subscriptionAffiliates).values(slice).onConflictDoNothing())
}
