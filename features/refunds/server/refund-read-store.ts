import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { payoutCharges, payouts } from '@quaff/features/payouts/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { chargeHolds, subscriptionCharges, subscriptions } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'
import { pick } from '@quaff/platform/server/rows/pick'
import { refundLimits, type ListRefundsInput } from '../contract'
import { refunds } from './tables'

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
