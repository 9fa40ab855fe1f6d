import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { payoutAdjustments } from '../tables'

export type StoredAdjustment = typeof payoutAdjustments.$inferSelect

/** The caller holds the lock of the merchant. */
export async function insertAdjustments(tx: Transaction, rows: readonly StoredAdjustment[]): Promise<void> {
  await tx.insert(payoutAdjustments).values([...rows])
}

export async function deleteAdjustmentOf(
  tx: Transaction,
  payoutId: string,
  adjustmentId: string,
): Promise<StoredAdjustment | undefined> {
  const [deleted] = await tx
    .delete(payoutAdjustments)
    .where(and(eq(payoutAdjustments.payoutId, payoutId), eq(payoutAdjustments.id, adjustmentId)))
    .returning()
  return deleted
}

/** "missing" where there never was one, "taken" where a payout has it already. */
export async function deleteWaiting(tx: Transaction, adjustmentId: string): Promise<'deleted' | 'missing' | 'taken'> {
  const isIt = eq(payoutAdjustments.id, adjustmentId)
  const deleted = await tx
    .delete(payoutAdjustments)
    .where(and(isIt, isNull(payoutAdjustments.payoutId)))
    .returning({ id: payoutAdjustments.id })
  if (deleted.length > 0) return 'deleted'
  return (await tx.$count(payoutAdjustments, isIt)) > 0 ? 'taken' : 'missing'
}
