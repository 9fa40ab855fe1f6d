import { and, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import { countUpTo, inText, keyset, newestFirst, one, type Queryable, type SortKey } from '@quaff/platform/server'
import { listedSubscription, type SubscriptionPage } from './subscription-list-store'
import { subscriptions, subscriptionPlanTotals as totals } from './tables'

const newestOrder = [newestFirst(subscriptions.createdAt), sql`${subscriptions.id} desc`]

export const planPage = { name: 'plans', order: 'asc' } as const

/** Sorts by merchant, then plan, in memory: there are some thousands of plans at most. */
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

export function countPlanRows(db: Queryable, scope: MerchantScope) {
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
 * Returns the newest `limit` of each plan in one statement, from an index in this order. The `select` hides the number
 * of plans, so that the planner can reuse its plan.
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
 * The planner does not know that a plan belongs to one merchant. With both conditions it would expect three rows and
 * sort thousands, so the scope must not be an index condition.
 */
function selectNewest(db: Queryable, scope: MerchantScope, where: SQL | undefined, limit: number) {
  const isInScope = sql`coalesce(${scopeWhere(scope, subscriptions.merchantId)}, false)`
  return db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(isInScope, where))
    .orderBy(...newestOrder)
    .limit(inText(limit))
}

/** Lists the picked subscriptions, newest first. */
function listPicked(db: Queryable, scope: MerchantScope, picked: SQL) {
  return db
    .select(listedSubscription)
    .from(subscriptions)
    .leftJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(and(scopeWhere(scope, subscriptions.merchantId), inArray(subscriptions.id, picked)))
    .orderBy(...newestOrder)
}

type GoneCount = { planId: string; status: string; count: number }

/**
 * Returns merchants with subscriptions without an existing plan, by name. The counts per plan come from counters; `''`
 * means no plan.
 */
export function listMerchantsOfGonePlans(db: Queryable, scope: MerchantScope, limit: number) {
  return db
    .select({
      merchantId: totals.merchantId,
      merchantName: merchants.name,
      counts: sql<
        GoneCount[]
      >`json_agg(json_build_object('planId', ${totals.planId}, 'status', ${totals.status}, 'count', ${totals.count}))`,
    })
    .from(totals)
    .leftJoin(merchants, eq(merchants.id, totals.merchantId))
    .where(
      and(
        scopeWhere(scope, totals.merchantId),
        ne(totals.count, 0),
        sql`not exists (select 1 from ${subscriptionPlans} where ${subscriptionPlans}.id = ${totals.planId})`,
      ),
    )
    .groupBy(totals.merchantId, merchants.name)
    .orderBy(sql`lower(${merchants.name})`, totals.merchantId)
    .limit(inText(limit))
}

/** Returns the newest `limit` of each deleted plan in one statement; `''` means no plan. */
export function listNewestOfGonePlans(
  db: Queryable,
  scope: MerchantScope,
  plans: readonly { merchantId: string; planId: string }[],
  limit: number,
) {
  const isOfPlan = or(sql`plan_id = gone.plan_id`, and(sql`gone.plan_id = ''`, sql`plan_id is null`))
  const ofMerchant = and(sql`merchant_id = gone.merchant_id`, isOfPlan)
  return listPicked(
    db,
    scope,
    sql`(select newest.id from unnest(${sql.param(plans.map(({ merchantId }) => merchantId))}::text[],
      ${sql.param(plans.map(({ planId }) => planId))}::text[]) gone (merchant_id, plan_id)
      cross join lateral ${selectNewest(db, scope, ofMerchant, limit)} newest)`,
  )
}
