import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { keyset, type SortKey } from '@quaff/platform/server/list/keyset'
import { newestFirst } from '@quaff/platform/server/list/newest-first'
import { countUpTo, one } from '@quaff/platform/server/list/page-total'
import { inText } from '@quaff/platform/server/rows/in-text'
import { subscriptionPlanTotals as totals, subscriptions } from '../tables'
import { listedSubscription, type SubscriptionPage } from './subscription-list-store'

const newestOrder = [newestFirst(subscriptions.createdAt), sql`${subscriptions.id} desc`]

export const planPage = { name: 'plans', order: 'asc' } as const
/** By merchant, then plan: there are some thousands of plans at most, which are sorted in memory. */
const planKey: SortKey = {
  kind: 'text',
  expression: sql`(lower(${merchants.name}) || U&'\\001F' || lower(${subscriptionPlans.name}))`,
}

export async function listPlanRows(db: Queryable, scope: MerchantScope, { limit, cursor }: SubscriptionPage) {
  const page = keyset({ ...planPage, key: planKey, id: sql`${subscriptionPlans.id}`, cursor })
  return db
    .select({
      id: subscriptionPlans.id,
      name: subscriptionPlans.name,
      merchantId: subscriptionPlans.merchantId,
      merchantName: merchants.name,
      sortValue: page.sortValue,
    })
    .from(subscriptionPlans)
    .innerJoin(merchants, eq(merchants.id, subscriptionPlans.merchantId))
    .where(and(scopeWhere(scope, subscriptionPlans.merchantId), page.after))
    .orderBy(...page.orderBy)
    .limit(inText(limit))
}

export function countPlanRows(db: Queryable, scope: MerchantScope): Promise<number> {
  return countUpTo(db, db.select(one).from(subscriptionPlans).where(scopeWhere(scope, subscriptionPlans.merchantId)))
}

export function countOfPlans(db: Queryable, scope: MerchantScope, planIds: readonly string[]) {
  return db
    .select({ planId: totals.planId, status: totals.status, count: sql<number>`sum(${totals.count})::integer` })
    .from(totals)
    .where(and(scopeWhere(scope, totals.merchantId), inArray(totals.planId, [...planIds]), ne(totals.count, 0)))
    .groupBy(totals.planId, totals.status)
}

/**
 * The newest `limit` of each of these plans, in one statement; an index holds each plan's in this order. By `select` the
 * planner does not see how many plans there are, and keeps its plan: else it plans for each request anew.
 */
export function listNewestOfPlans(db: Queryable, scope: MerchantScope, planIds: readonly string[], limit: number) {
  const newest = selectNewest(db, scope, sql`plan_id = asked.id`, limit)
  return listPicked(
    db,
    scope,
    sql`(select newest.id from unnest((select ${sql.param([...planIds])}::text[])) asked (id)
      cross join lateral ${newest} newest)`,
  )
}

/**
 * That a plan is of one merchant the planner does not know. By both it would expect three rows of a plan in a scope, and
 * read and sort thousands; so the scope is no condition of an index here.
 */
export function selectNewest(db: Queryable, scope: MerchantScope, where: SQL | undefined, limit: number) {
  const isInScope = sql`coalesce(${scopeWhere(scope, subscriptions.merchantId)}, false)`
  return db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(isInScope, where))
    .orderBy(...newestOrder)
    .limit(inText(limit))
}

/** Those that `picked` names, newest first. */
export function listPicked(db: Queryable, scope: MerchantScope, picked: SQL) {
  return db
    .select(listedSubscription)
    .from(subscriptions)
    .leftJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(and(scopeWhere(scope, subscriptions.merchantId), inArray(subscriptions.id, picked)))
    .orderBy(...newestOrder)
}
