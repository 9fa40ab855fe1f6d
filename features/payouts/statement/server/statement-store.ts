import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere } from '@quaff/features/sessions/server'
import { chargeHolds, subscriptionCharges } from '@quaff/features/subscriptions/tables'
import { inText, pick, type Queryable } from '@quaff/platform/server'
import type { PayoutScope } from '../../server/reading/payout-scope'
import { payoutAdjustments, payouts } from '../../server/tables'

const { subscriptionId, chargePeriodStart } = payoutAdjustments

/** Includes the charge that it names; its plan is the merchant's own. */
export const shownAdjustment = {
  ...pick(payoutAdjustments, 'id', 'kind', 'amountMinor', 'reason', 'createdAt', 'createdBy'),
  charge: pick(subscriptionCharges, 'subscriptionId', 'periodStart', 'periodEnd'),
  displayName: users.displayName,
  planName: subscriptionPlans.name,
}
export const isChargeOfLine = and(
  eq(subscriptionCharges.subscriptionId, subscriptionId),
  eq(subscriptionCharges.periodStart, chargePeriodStart),
  eq(subscriptionCharges.merchantId, payoutAdjustments.merchantId),
)
export const isUserOfCharge = eq(users.id, subscriptionCharges.userId)
export const isPlanOfCharge = and(
  eq(subscriptionPlans.id, subscriptionCharges.planId),
  eq(subscriptionPlans.merchantId, payoutAdjustments.merchantId),
)

/** Returns adjustments, oldest first. */
export function listAdjustments(db: Queryable, { merchants: scope }: PayoutScope, payoutId: string) {
  return db
    .select(shownAdjustment)
    .from(payoutAdjustments)
    .leftJoin(subscriptionCharges, isChargeOfLine)
    .leftJoin(users, isUserOfCharge)
    .leftJoin(subscriptionPlans, isPlanOfCharge)
    .where(and(scopeWhere(scope, payoutAdjustments.merchantId), eq(payoutAdjustments.payoutId, payoutId)))
    .orderBy(asc(payoutAdjustments.createdAt), asc(payoutAdjustments.id))
}
export type AdjustmentDetails = Awaited<ReturnType<typeof listAdjustments>>[number]

/** Returns waiting adjustments of the payout's merchant and currency, oldest first. */
export function listWaitingBeside(db: Queryable, { merchants: scope }: PayoutScope, payoutId: string) {
  const { merchantId, currency } = payouts
  return db
    .select(shownAdjustment)
    .from(payouts)
    .innerJoin(
      payoutAdjustments,
      and(eq(payoutAdjustments.merchantId, merchantId), eq(payoutAdjustments.currency, currency)),
    )
    .leftJoin(subscriptionCharges, isChargeOfLine)
    .leftJoin(users, isUserOfCharge)
    .leftJoin(subscriptionPlans, isPlanOfCharge)
    .where(and(scopeWhere(scope, merchantId), eq(payouts.id, payoutId), isNull(payoutAdjustments.payoutId)))
    .orderBy(asc(payoutAdjustments.createdAt), asc(payoutAdjustments.id))
}

/** Returns charges of the payout's merchant and currency that overlap another period and await a decision. */
export function listOverlaps(db: Queryable, { merchants: scope }: PayoutScope, payoutId: string) {
  return db
    .select({
      subscriptionId: chargeHolds.subscriptionId,
      periodStart: chargeHolds.periodStart,
      amount: subscriptionCharges.amountMinor,
    })
    .from(payouts)
    .innerJoin(chargeHolds, eq(chargeHolds.merchantId, payouts.merchantId))
    .innerJoin(
      subscriptionCharges,
      and(
        eq(subscriptionCharges.subscriptionId, chargeHolds.subscriptionId),
        eq(subscriptionCharges.periodStart, chargeHolds.periodStart),
        eq(subscriptionCharges.currency, payouts.currency),
      ),
    )
    .where(
      and(
        scopeWhere(scope, payouts.merchantId),
        eq(payouts.id, payoutId),
        sql`${chargeHolds.reason} = 'overlap' and ${chargeHolds.releasedAt} is null and ${chargeHolds.withheldAt} is null`,
        lt(chargeHolds.periodStart, payouts.periodEnd),
      ),
    )
    .orderBy(asc(chargeHolds.periodStart), asc(chargeHolds.subscriptionId))
    .limit(inText(20))
}

export async function findVenue(db: Queryable, { merchants: scope }: PayoutScope, payoutId: string) {
  const [row] = await db
    .select({ businessName: merchants.businessName, address: merchants.address, taxId: merchants.taxId })
    .from(payouts)
    .innerJoin(merchants, eq(merchants.id, payouts.merchantId))
    .where(and(scopeWhere(scope, payouts.merchantId), eq(payouts.id, payoutId)))
  return row
}
export type PaidVenue = Awaited<ReturnType<typeof findVenue>>

/** The caller has locked the merchant. */
export async function findMerchantName(db: Queryable, merchantId: string) {
  const [row] = await db.select({ name: merchants.name }).from(merchants).where(eq(merchants.id, merchantId))
  return row?.name.trim() || 'Unknown Merchant'
}
