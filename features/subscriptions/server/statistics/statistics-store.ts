import { and, count, eq, gt, gte, ne, sql } from 'drizzle-orm'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import type { PlanChurn, SubscriptionGroup } from '../../statistics/rules'
import { subscriptionDays, subscriptions } from '../tables'

/** Over `subscriptions_plan_figures` alone. */
export async function sumByPlan(db: Queryable, scope: MerchantScope): Promise<SubscriptionGroup[]> {
  return db
    .select({
      planId: subscriptions.planId,
      status: subscriptions.status,
      currency: subscriptions.billingCurrency,
      count: count(),
      monthlyMinor: sql<number>`sum(${subscriptions.monthlyMinor})`,
    })
    .from(subscriptions)
    .where(scopeWhere(scope, subscriptions.merchantId))
    .groupBy(subscriptions.planId, subscriptions.status, subscriptions.billingCurrency)
}

export async function countChurnedByPlan(db: Queryable, scope: MerchantScope, since: Date): Promise<PlanChurn[]> {
  return db
    .select({ planId: subscriptions.planId, count: count() })
    .from(subscriptions)
    .where(
      and(
        scopeWhere(scope, subscriptions.merchantId),
        eq(subscriptions.status, 'canceled'),
        gte(subscriptions.updatedAt, since),
      ),
    )
    .groupBy(subscriptions.planId)
}

/** `day` included. */
export async function countCanceledSince(db: Queryable, scope: MerchantScope, day: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${subscriptionDays.updatedCount}), 0)` })
    .from(subscriptionDays)
    .where(
      and(
        scopeWhere(scope, subscriptionDays.merchantId),
        eq(subscriptionDays.status, 'canceled'),
        gte(subscriptionDays.day, day),
      ),
    )
  return row?.count ?? 0
}

/** Created on each day after `day`, of those that are active now. */
export async function listCreatedOfActive(
  db: Queryable,
  scope: MerchantScope,
  day: string,
): Promise<{ day: string; count: number }[]> {
  return db
    .select({ day: subscriptionDays.day, count: sql<number>`sum(${subscriptionDays.createdCount})` })
    .from(subscriptionDays)
    .where(
      and(
        scopeWhere(scope, subscriptionDays.merchantId),
        eq(subscriptionDays.status, 'active'),
        ne(subscriptionDays.createdCount, 0),
        gt(subscriptionDays.day, day),
      ),
    )
    .groupBy(subscriptionDays.day)
}
