import { and, count, eq, gt, gte, inArray, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { redemptionDefaults } from '@quaff/features/redemptions/contract'
import { redemptions } from '@quaff/features/redemptions/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { newestFirst } from '@quaff/platform/server/list/newest-first'

const running = ['active', 'trialing', 'past_due']

const monthlySum = sql<number>`coalesce(sum(${subscriptions.monthlyMinor}), 0)`.mapWith(Number)
const ofPlan = (planId: string | undefined) => (planId === undefined ? undefined : eq(subscriptions.planId, planId))

type Summed = { planId: AnyColumn; status: AnyColumn | SQL; currency: AnyColumn | SQL; monthlyMinor: SQL }

/** One shape for all, to be read in one statement. */
const summed = ({ planId, status, currency, monthlyMinor }: Summed) => ({
  planId: sql<string | null>`${planId}`.as('plan_id'),
  status: sql<string>`${status}`.as('status'),
  currency: sql<string>`${currency}`.as('currency'),
  count: sql<number>`count(*)::integer`.as('count'),
  monthlyMinor: sql<number>`${monthlyMinor}`.mapWith(Number).as('monthly_minor'),
})
const counted = (status: string, planId: AnyColumn) =>
  summed({ planId, status: sql.raw(`'${status}'`), currency: sql`''`, monthlyMinor: sql`0` })

/** Running subscriptions per plan, status and currency, from an index of the merchant or of the plan. */
export function sumRunning(db: Queryable, scope: MerchantScope, planId?: string) {
  return db
    .select(summed({ ...subscriptions, currency: subscriptions.billingCurrency, monthlyMinor: monthlySum }))
    .from(subscriptions)
    .where(and(scopeWhere(scope, subscriptions.merchantId), ofPlan(planId), inArray(subscriptions.status, running)))
    .groupBy(subscriptions.planId, subscriptions.status, subscriptions.billingCurrency)
}
export type SubscriptionSum = Awaited<ReturnType<typeof sumRunning>>[number]

/** Spec §4 "churned": canceled and updated since then. */
export function countChurned(db: Queryable, scope: MerchantScope, since: Date, planId?: string) {
  return db
    .select(counted('churned', subscriptions.planId))
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
export function countDrinks(db: Queryable, scope: MerchantScope, since: Date, planId?: string) {
  return db
    .select(counted('drunk', redemptions.planId))
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

/** All of them; `status` says which is which. */
export async function sumFigures(
  db: Queryable,
  scope: MerchantScope,
  since: Date,
  planId?: string,
): Promise<SubscriptionSum[]> {
  return unionAll(
    sumRunning(db, scope, planId),
    countChurned(db, scope, since, planId),
    countDrinks(db, scope, since, planId),
  )
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
