import { and, asc, eq, count, inArray, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans, planPrices } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope, type OneMerchant } from '@quaff/features/sessions/server'
import { inText, newestFirst, pick, type Queryable } from '@quaff/platform/server'
import { type SubscriptionStatus, runningStatuses } from '../contract'
import { soldPlan, subscriberColumns } from './subscription-list-store'
import { subscriptions } from './tables'

export type SubscriberFilter = { status?: SubscriptionStatus; planId?: string; limit: number }

function selectSubscribers(db: Queryable) {
  return db
    .select({ ...soldPlan, updatedAt: subscriptions.updatedAt, user: subscriberColumns })
    .from(subscriptions)
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
}
export type SubscriberDetails = Awaited<ReturnType<typeof selectSubscribers>>[number]

/** Newest first. Every list of subscribers uses this query. */
export function listSubscriberRows(db: Queryable, scope: MerchantScope, { status, planId, limit }: SubscriberFilter) {
  return selectSubscribers(db)
    .where(
      and(
        scopeWhere(scope, subscriptions.merchantId),
        status ? eq(subscriptions.status, status) : undefined,
        planId ? eq(subscriptions.planId, planId) : undefined,
      ),
    )
    .orderBy(newestFirst(subscriptions.createdAt), asc(subscriptions.id))
    .limit(inText(limit))
}

/** Returns false for a deleted merchant, even if a scope still names it. */
export async function hasMerchant(db: Queryable, scope: OneMerchant) {
  return (await db.$count(merchants, scopeWhere(scope, merchants.id))) > 0
}

function selectUserSubscriptions(db: Queryable) {
  return db
    .select({ ...soldPlan, merchantName: merchants.name })
    .from(subscriptions)
    .leftJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
}
export type UserSubscriptionDetails = Awaited<ReturnType<typeof selectUserSubscriptions>>[number]

const isRunningOf = (scope: MerchantScope, userId: string) =>
  and(
    scopeWhere(scope, subscriptions.merchantId),
    eq(subscriptions.userId, userId),
    inArray(subscriptions.status, [...runningStatuses]),
  )

/** Newest first. */
export function listUserSubscriptionRows(db: Queryable, scope: MerchantScope, userId: string, limit: number) {
  return (
    selectUserSubscriptions(db)
      .where(isRunningOf(scope, userId))
      // Matches the index by user. Any other order would sort all rows.
      .orderBy(sql`${subscriptions.createdAt} desc nulls last`, asc(subscriptions.id))
      .limit(inText(limit))
  )
}

export async function countUserSubscriptions(db: Queryable, scope: MerchantScope, userId: string) {
  const [row] = await db.select({ count: count() }).from(subscriptions).where(isRunningOf(scope, userId))
  return row?.count ?? 0
}

/** Ordered as in the plan's editor. */
export async function listPricesOfPlans(db: Queryable, planIds: readonly string[]) {
  if (planIds.length === 0) return []
  return db
    .select(pick(planPrices, 'planId', 'amountMinor', 'currency', 'interval', 'intervalCount', 'active'))
    .from(planPrices)
    .where(inArray(planPrices.planId, [...planIds]))
    .orderBy(asc(planPrices.position), asc(planPrices.id))
}
export type PriceOfPlan = Awaited<ReturnType<typeof listPricesOfPlans>>[number]

export async function hasUser(db: Queryable, userId: string) {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.id, userId))
  return rows.length > 0
}
