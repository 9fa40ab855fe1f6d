import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { replaceReasons } from '@quaff/features/payouts/server'
import { payoutCharges, payouts } from '@quaff/features/payouts/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import { chargeHolds, subscriptionCharges, subscriptions } from '@quaff/features/subscriptions/tables'
import { type Database, inText, pick, type Queryable, type Transaction } from '@quaff/platform/server'
import { type ListRefundsInput, refundLimits, type RefundSource } from '../contract'
import { lineKinds, lineReasonOf } from '../rules'
import { refunds } from './tables'

export type StoredRefund = typeof refunds.$inferSelect
export type StoredCharge = typeof subscriptionCharges.$inferSelect

export async function findByProvider(
  tx: Transaction,
  { source, providerId }: { source: RefundSource; providerId: string },
) {
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.source, source), eq(refunds.providerId, providerId)))
  return row
}

export async function insertRefund(tx: Transaction, row: typeof refunds.$inferInsert) {
  const [inserted] = await tx.insert(refunds).values(row).onConflictDoNothing().returning()
  return inserted
}

export async function updateRefund(tx: Transaction, id: string, patch: Partial<StoredRefund>) {
  const [updated] = await tx.update(refunds).set(patch).where(eq(refunds.id, id)).returning()
  if (!updated) throw new Error('a refund that was just read is missing')
  return updated
}

/** The charge whose period holds that instant. */
export async function findChargeAt(
  tx: Transaction,
  { subscriptionId, merchantId, chargeAt }: { subscriptionId: string; merchantId: string; chargeAt: Date },
) {
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

export function listOfCharge(tx: Transaction, { subscriptionId, periodStart }: StoredCharge) {
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
) {
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

/** Deletes refunds of subscriptions that are deleted too. No payout line may refer to them. */
export async function removeRefundsOf(tx: Transaction, subscriptionIds: readonly string[]) {
  await tx.delete(refunds).where(inArray(refunds.subscriptionId, [...subscriptionIds]))
}

/** Clears reasons of an erased user, because a reason may contain the name. Statement lines keep their amounts. */
export async function forgetReasonsOf(tx: Transaction, userId: string) {
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

/** By merchant id, the order in which merchants are locked. */
export function listOfSubscriptions(tx: Transaction, subscriptionIds: readonly string[]): Promise<StoredRefund[]> {
  return tx
    .select()
    .from(refunds)
    .where(sql`${refunds.subscriptionId} = any(${sql.param([...subscriptionIds])}::text[])`)
    .orderBy(refunds.merchantId, refunds.id)
}

/** Lists refunds whose charge was imported or arrived without an event. */
export async function listPlaceable(db: Database, limit: number) {
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

const isHeld = sql<boolean>`exists (select from ${chargeHolds} hold where hold.subscription_id = ${refunds.subscriptionId}
  and hold.period_start = ${refunds.chargePeriodStart} and hold.reason = 'dispute' and hold.released_at is null)
  and not exists (select from ${payoutCharges} link where link.subscription_id = ${refunds.subscriptionId}
    and link.period_start = ${refunds.chargePeriodStart})`

/** Newest first, without sums that the refunds of their payment explain. */
export function listRefundRows(
  db: Queryable,
  scope: MerchantScope,
  { merchantId, subscriptionId, payoutId }: ListRefundsInput,
) {
  return db
    .select({
      ...pick(refunds, 'id', 'kind', 'status', 'source', 'merchantId', 'subscriptionId', 'chargePeriodStart'),
      ...pick(refunds, 'amountMinor', 'currency', 'reason', 'problem', 'occurredAt'),
      displayName: users.displayName,
      planName: subscriptionPlans.name,
      isHeld,
    })
    .from(refunds)
    .innerJoin(subscriptions, eq(subscriptions.id, refunds.subscriptionId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .leftJoin(
      subscriptionPlans,
      and(eq(subscriptionPlans.id, subscriptions.planId), eq(subscriptionPlans.merchantId, refunds.merchantId)),
    )
    .where(
      and(
        scopeWhere(scope, refunds.merchantId),
        gt(refunds.amountMinor, 0),
        merchantId === undefined
          ? undefined
          : and(
              eq(refunds.merchantId, merchantId),
              or(sql`${refunds.status} = 'open'`, isNull(refunds.chargePeriodStart)),
            ),
        subscriptionId === undefined ? undefined : eq(refunds.subscriptionId, subscriptionId),
        payoutId === undefined ? undefined : isOfPayout(payoutId),
      ),
    )
    .orderBy(desc(refunds.occurredAt), desc(refunds.id))
    .limit(inText(refundLimits.rows))
}
export type ReadRefund = Awaited<ReturnType<typeof listRefundRows>>[number]

/** Refunds of the payout's merchant alone, and of these the ones whose charge the payout pays. */
const isOfPayout = (payoutId: string) => sql`${refunds.merchantId} = (select ${payouts.merchantId} from ${payouts}
    where ${payouts.id} = ${payoutId})
  and exists (select from ${payoutCharges} link where link.payout_id = ${payoutId}
    and link.subscription_id = ${refunds.subscriptionId} and link.period_start = ${refunds.chargePeriodStart})`

export async function findRefund(db: Queryable, scope: MerchantScope, refundId: string) {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(scopeWhere(scope, refunds.merchantId), eq(refunds.id, refundId)))
  return row
}

export async function findCharge(
  db: Queryable,
  scope: MerchantScope,
  { subscriptionId, periodStart }: { subscriptionId: string; periodStart: Date },
) {
  const [row] = await db
    .select()
    .from(subscriptionCharges)
    .where(
      and(
        scopeWhere(scope, subscriptionCharges.merchantId),
        eq(subscriptionCharges.subscriptionId, subscriptionId),
        eq(subscriptionCharges.periodStart, periodStart),
      ),
    )
  return row
}
