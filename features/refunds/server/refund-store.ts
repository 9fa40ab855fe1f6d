import { and, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { replaceReasons } from '@quaff/features/payouts/server'
import { subscriptionCharges, subscriptions } from '@quaff/features/subscriptions/tables'
import type { Database, Transaction } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'
import type { RefundSource } from '../contract'
import { lineKinds, lineReasonOf } from '../rules'
import { refunds } from './tables'

export type StoredRefund = typeof refunds.$inferSelect
export type StoredCharge = typeof subscriptionCharges.$inferSelect

export async function findByProvider(
  tx: Transaction,
  { source, providerId }: { source: RefundSource; providerId: string },
): Promise<StoredRefund | undefined> {
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.source, source), eq(refunds.providerId, providerId)))
  return row
}

export async function insertRefund(
  tx: Transaction,
  row: typeof refunds.$inferInsert,
): Promise<StoredRefund | undefined> {
  const [inserted] = await tx.insert(refunds).values(row).onConflictDoNothing().returning()
  return inserted
}

export async function updateRefund(tx: Transaction, id: string, patch: Partial<StoredRefund>): Promise<StoredRefund> {
  const [updated] = await tx.update(refunds).set(patch).where(eq(refunds.id, id)).returning()
  if (!updated) throw new Error('a refund that was just read is missing')
  return updated
}

/** The charge whose period holds that instant. */
export async function findChargeAt(
  tx: Transaction,
  { subscriptionId, merchantId, chargeAt }: { subscriptionId: string; merchantId: string; chargeAt: Date },
): Promise<StoredCharge | undefined> {
  const { periodStart, periodEnd } = subscriptionCharges
  const [row] = await tx
    .select()
    .from(subscriptionCharges)
    .where(
      and(
        eq(subscriptionCharges.subscriptionId, subscriptionId),
        eq(subscriptionCharges.merchantId, merchantId),
        lte(periodStart, chargeAt),
        // A period without an end holds its start alone.
        sql`(${gt(periodEnd, chargeAt)} or ${eq(periodStart, chargeAt)})`,
      ),
    )
    .orderBy(sql`${periodStart} desc`)
    .limit(inText(1))
  return row
}

export function listOfCharge(tx: Transaction, { subscriptionId, periodStart }: StoredCharge): Promise<StoredRefund[]> {
  return tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.subscriptionId, subscriptionId), eq(refunds.chargePeriodStart, periodStart)))
}

/** The oldest refund by hand of a charge with this amount; one that is surely another comes last. */
export async function findByHand(
  tx: Transaction,
  { subscriptionId, periodStart, currency }: StoredCharge,
  amountMinor: number,
): Promise<StoredRefund | undefined> {
  const [row] = await tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.subscriptionId, subscriptionId),
        eq(refunds.chargePeriodStart, periodStart),
        eq(refunds.source, 'manual'),
        eq(refunds.currency, currency),
        eq(refunds.amountMinor, amountMinor),
      ),
    )
    .orderBy(refunds.isAnother, refunds.occurredAt, refunds.id)
    .limit(inText(1))
  return row
}

/** Of subscriptions that go too. No payout line may name them. */
export async function removeRefundsOf(tx: Transaction, subscriptionIds: readonly string[]): Promise<void> {
  await tx.delete(refunds).where(inArray(refunds.subscriptionId, [...subscriptionIds]))
}

/** Of an erased person: a reason may name them. Lines of statements keep their amounts. */
export async function forgetReasonsOf(tx: Transaction, userId: string): Promise<void> {
  const own = tx.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.userId, userId))
  const forgotten = await tx
    .update(refunds)
    .set({ reason: null })
    .where(and(inArray(refunds.subscriptionId, own), isNotNull(refunds.reason)))
    .returning({ id: refunds.id })
  const refundIds = forgotten.map(({ id }) => id)
  for (const kind of lineKinds) await replaceReasons(tx, { kind, refundIds, reason: lineReasonOf(kind, null) })
}

const isWaiting = isNull(refunds.chargePeriodStart)

/** By merchant: the order in which merchants are locked. */
export function listOfSubscriptions(tx: Transaction, subscriptionIds: readonly string[]): Promise<StoredRefund[]> {
  return tx
    .select()
    .from(refunds)
    .where(sql`${refunds.subscriptionId} = any(${sql.param([...subscriptionIds])}::text[])`)
    .orderBy(refunds.merchantId, refunds.id)
}

/** Those whose charge has come by another way than events. */
export async function listPlaceable(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: refunds.subscriptionId })
    .from(refunds)
    .innerJoin(
      subscriptionCharges,
      and(
        eq(subscriptionCharges.subscriptionId, refunds.subscriptionId),
        eq(subscriptionCharges.merchantId, refunds.merchantId),
        lte(subscriptionCharges.periodStart, refunds.chargeAt),
        sql`(${gt(subscriptionCharges.periodEnd, refunds.chargeAt)} or ${eq(subscriptionCharges.periodStart, refunds.chargeAt)})`,
      ),
    )
    .where(isWaiting)
    .limit(inText(limit))
  return rows.map(({ id }) => id)
}
