import { and, count, gte, sql } from 'drizzle-orm'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { pick, type Queryable } from '@quaff/platform/server'
import { subscriptionPlanTotals as totals, subscriptions } from './tables'
import { daysOf, inDaysOf } from './totals-store'

/** Reads counters: one row per plan, status and currency. */
export async function sumByPlan(db: Queryable, scope: MerchantScope) {
  return db
    .select({
      planId: sql<string | null>`nullif(${totals.planId}, '')`,
      ...pick(totals, 'status', 'currency', 'count', 'monthlyMinor'),
    })
    .from(totals)
    .where(and(scopeWhere(scope, totals.merchantId), sql`${totals.count} <> 0`))
}

export async function countChurnedByPlan(db: Queryable, scope: MerchantScope, since: Date) {
  return db
    .select({ planId: subscriptions.planId, count: count() })
    .from(subscriptions)
    .where(
      and(
        scopeWhere(scope, subscriptions.merchantId),
        sql`${subscriptions.status} = 'canceled'`,
        gte(subscriptions.updatedAt, since),
      ),
    )
    .groupBy(subscriptions.planId)
}

/** Includes `day`. */
export async function countCanceledSince(db: Queryable, scope: MerchantScope, day: string) {
  const from = daysOf(scope)
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${from.updatedCount}), 0)` })
    .from(from)
    .where(and(inDaysOf(scope), sql`${from.status} = 'canceled'`, sql`${from.day} >= (select ${day}::date)`))
  return row?.count ?? 0
}

/** Counts currently active subscriptions by day of creation, after `day`. */
export async function listCreatedOfActive(db: Queryable, scope: MerchantScope, day: string) {
  const from = daysOf(scope)
  return db
    .select({ day: from.day, count: sql<number>`sum(${from.createdCount})` })
    .from(from)
    .where(
      and(
        inDaysOf(scope),
        sql`${from.status} = 'active' and ${from.createdCount} <> 0`,
        sql`${from.day} > (select ${day}::date)`,
      ),
    )
    .groupBy(from.day)
}
