import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { payoutAdjustments, payouts } from '@quaff/features/payouts/tables'
import { redemptions, redemptionTotals } from '@quaff/features/redemptions/tables'
import type { OneMerchant } from '@quaff/features/sessions/server'
import { merchantSubscriptionStats, subscriptions } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'

export type Usage = {
  subscriptions: number
  redemptions: number
  payouts: number
  totalSubscribers: number
  activeSubscribers: number
}

/** Subscriptions of any status. A redemption that no counter knows of yet counts as one: enough to keep the merchant. */
export async function countUsage(db: Queryable, { id: merchantId }: OneMerchant): Promise<Usage> {
  const [held] = await db.select({ count: count() }).from(subscriptions).where(eq(subscriptions.merchantId, merchantId))
  const [counted] = await db
    .select({ count: redemptionTotals.count })
    .from(redemptionTotals)
    .where(eq(redemptionTotals.merchantId, merchantId))
  const [stats] = await db
    .select({
      totalSubscribers: merchantSubscriptionStats.totalSubscribers,
      activeSubscribers: merchantSubscriptionStats.activeSubscribers,
    })
    .from(merchantSubscriptionStats)
    .where(eq(merchantSubscriptionStats.merchantId, merchantId))
  return {
    subscriptions: held?.count ?? 0,
    redemptions: counted?.count || ((await hasRedemption(db, merchantId)) ? 1 : 0),
    payouts: await countPayouts(db, merchantId),
    totalSubscribers: stats?.totalSubscribers ?? 0,
    activeSubscribers: stats?.activeSubscribers ?? 0,
  }
}

async function countPayouts(db: Queryable, merchantId: string): Promise<number> {
  const waiting = and(eq(payoutAdjustments.merchantId, merchantId), isNull(payoutAdjustments.payoutId))
  return (await db.$count(payouts, eq(payouts.merchantId, merchantId))) + (await db.$count(payoutAdjustments, waiting))
}

async function hasRedemption(db: Queryable, merchantId: string): Promise<boolean> {
  const rows = await db
    .select({ one: sql<number>`1` })
    .from(redemptions)
    .where(eq(redemptions.merchantId, merchantId))
    .limit(1)
  return rows.length > 0
}
