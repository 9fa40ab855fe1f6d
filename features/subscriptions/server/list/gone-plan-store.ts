import { and, eq, ne, or, sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'
import { subscriptionPlanTotals as totals } from '../tables'
import { listPicked, selectNewest } from './plan-group-store'

type GoneCount = { planId: string; status: string; count: number }

/**
 * Merchants with subscriptions whose plan is gone, or that never named one, by name, `limit` at most; with how many of
 * which plan, `''` for none, from the counters.
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

/** The newest `limit` of each of these plans that are gone, `''` being none, in one statement. */
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
