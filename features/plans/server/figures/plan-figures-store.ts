import { and, count, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import { redemptionDefaults } from '@quaff/features/redemptions/contract'
import { redemptions } from '@quaff/features/redemptions/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { users } from '@quaff/features/users/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { newestFirst } from '@quaff/platform/server/list/newest-first'

const running = ['active', 'trialing', 'past_due']

export type SubscriptionSum = {
  planId: string | null
  status: string
  currency: string
  count: number
  monthlyMinor: number
}

const monthlySum = sql<number>`coalesce(sum(${subscriptions.monthlyMinor}), 0)`.mapWith(Number)
const ofPlan = (planId: string | undefined) => (planId === undefined ? undefined : eq(subscriptions.planId, planId))

/** Running subscriptions per plan, status and currency, from an index of the merchant or of the plan. */
export async function sumRunning(db: Queryable, scope: MerchantScope, planId?: string): Promise<SubscriptionSum[]> {
  return db
    .select({
      planId: subscriptions.planId,
      status: subscriptions.status,
      currency: subscriptions.billingCurrency,
      count: count(),
      monthlyMinor: monthlySum,
    })
    .from(subscriptions)
    .where(and(scopeWhere(scope, subscriptions.merchantId), ofPlan(planId), inArray(subscriptions.status, running)))
    .groupBy(subscriptions.planId, subscriptions.status, subscriptions.billingCurrency)
}

type PlanCount = { planId: string | null; count: number }

/** Spec §4 "churned": canceled and updated since then. */
export async function countChurned(
  db: Queryable,
  scope: MerchantScope,
  since: Date,
  planId?: string,
): Promise<PlanCount[]> {
  return db
    .select({ planId: subscriptions.planId, count: count() })
    .from(subscriptions)
    .where(
      and(
        scopeWhere(scope, subscriptions.merchantId),
        ofPlan(planId),
        eq(subscriptions.status, 'canceled'),
        gte(subscriptions.updatedAt, since),
      ),
    )
    .groupBy(subscriptions.planId)
}

/** Completed redemptions per plan: the counters know no plans, so this reads the merchant's redemptions of the window. */
export async function countDrinks(
  db: Queryable,
  scope: MerchantScope,
  since: Date,
  planId?: string,
): Promise<PlanCount[]> {
  return db
    .select({ planId: redemptions.planId, count: count() })
    .from(redemptions)
    .where(
      and(
        scopeWhere(scope, redemptions.merchantId),
        planId === undefined ? undefined : eq(redemptions.planId, planId),
        eq(redemptions.status, redemptionDefaults.status),
        gt(redemptions.redeemedAt, since),
      ),
    )
    .groupBy(redemptions.planId)
}

/** Running subscriptions of one plan by what they say about their price; `resolvePrice` reads it. */
export async function listPaid(db: Queryable, scope: MerchantScope, planId: string) {
  return db
    .select({
      amountMinor: subscriptions.amountMinor,
      currency: subscriptions.billingCurrency,
      interval: subscriptions.interval,
      intervalCount: subscriptions.intervalCount,
      priceDetails: subscriptions.priceDetails,
      status: subscriptions.status,
      count: count(),
      monthlyMinor: monthlySum,
    })
    .from(subscriptions)
    .where(
      and(
        scopeWhere(scope, subscriptions.merchantId),
        eq(subscriptions.planId, planId),
        inArray(subscriptions.status, running),
      ),
    )
    .groupBy(
      subscriptions.amountMinor,
      subscriptions.billingCurrency,
      subscriptions.interval,
      subscriptions.intervalCount,
      subscriptions.priceDetails,
      subscriptions.status,
    )
}

/** All subscriptions of one plan, canceled ones too. */
export async function countByStatus(db: Queryable, scope: MerchantScope, planId: string) {
  return db
    .select({ status: subscriptions.status, count: count() })
    .from(subscriptions)
    .where(and(scopeWhere(scope, subscriptions.merchantId), eq(subscriptions.planId, planId)))
    .groupBy(subscriptions.status)
}

/** Display names of running subscribers, newest first. */
export async function listSubscriberNames(db: Queryable, scope: MerchantScope, planId: string, limit: number) {
  return db
    .select({ displayName: users.displayName })
    .from(subscriptions)
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(
      and(
        scopeWhere(scope, subscriptions.merchantId),
        eq(subscriptions.planId, planId),
        inArray(subscriptions.status, running),
      ),
    )
    .orderBy(newestFirst(subscriptions.createdAt), subscriptions.id)
    .limit(limit)
}
