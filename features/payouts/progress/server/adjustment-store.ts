import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Locked, Transaction } from '@quaff/platform/server'
import type { Payee, StoredPayout } from '../../server/payouts-store'
import { payoutAdjustments } from '../../server/tables'

export type StoredAdjustment = typeof payoutAdjustments.$inferSelect

/** Columns of a line without a charge. */
export const noCharge = { subscriptionId: null, chargePeriodStart: null, refundId: null } as const

export type Line = Omit<StoredAdjustment, 'merchantId' | 'currency'>

/** Inserts lines of a payout, or lines that wait for the next one of its merchant in its currency. */
export async function insertAdjustments(
  tx: Transaction,
  { merchantId, currency }: Locked<Pick<StoredPayout, 'merchantId' | 'currency'>>,
  lines: readonly Line[],
) {
  await tx.insert(payoutAdjustments).values(lines.map((line) => ({ ...line, merchantId, currency })))
}

/** Updates lines of these refunds; amounts are unchanged. The merchant reads the new reason on the statement. */
export async function replaceReasons(
  tx: Transaction,
  { refundIds, kind, reason }: { refundIds: readonly string[]; kind: StoredAdjustment['kind']; reason: string },
) {
  const isOfRefund = inArray(payoutAdjustments.refundId, [...refundIds])
  await tx
    .update(payoutAdjustments)
    .set({ reason })
    .where(and(isOfRefund, eq(payoutAdjustments.kind, kind)))
}

export async function deleteAdjustmentOf(
  tx: Transaction,
  { id: payoutId }: Locked<StoredPayout>,
  adjustmentId: string,
) {
  const [deleted] = await tx
    .delete(payoutAdjustments)
    .where(and(eq(payoutAdjustments.payoutId, payoutId), eq(payoutAdjustments.id, adjustmentId)))
    .returning()
  return deleted
}

/** Deletes a waiting line. Returns undefined if a payout has it already or it is gone. */
export async function deleteWaitingOf(tx: Transaction, { id: merchantId }: Locked<Payee>, adjustmentId: string) {
  const { merchantId: owner, id, payoutId } = payoutAdjustments
  const [deleted] = await tx
    .delete(payoutAdjustments)
    .where(and(eq(owner, merchantId), eq(id, adjustmentId), isNull(payoutId)))
    .returning()
  return deleted
}

/** Deletes a waiting line. Returns "missing" if it never existed and "taken" if a payout has it. */
export async function deleteWaiting(
  tx: Transaction,
  { merchantId }: Locked<StoredPayout>,
  adjustmentId: string,
): Promise<'deleted' | 'missing' | 'taken'> {
  const isIt = and(eq(payoutAdjustments.merchantId, merchantId), eq(payoutAdjustments.id, adjustmentId))
  const deleted = await tx
    .delete(payoutAdjustments)
    .where(and(isIt, isNull(payoutAdjustments.payoutId)))
    .returning({ id: payoutAdjustments.id })
  if (deleted.length > 0) return 'deleted'
  return (await tx.$count(payoutAdjustments, isIt)) > 0 ? 'taken' : 'missing'
}
