import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { daysOf, inDaysOf } from '@quaff/features/subscriptions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { constant, type Queryable } from '@quaff/platform/server'

/** The daily counters added up between `bounds`, days in ascending order. */
export async function sumDays(db: Queryable, scope: MerchantScope, bounds: readonly string[]) {
  const days = daysOf(scope)
  const { day, status, createdCount, enteredCount, updatedCount } = days
  const sum = (column: AnyPgColumn, wanted: 'active' | 'canceled') =>
    sql<number>`coalesce(sum(${column}) filter (where ${status} = ${constant(wanted)}), 0)::int`
  return db
    .select({
      bucket: sql<number>`width_bucket(${day}, ${sql.param([...bounds])}::date[])`.as('bucket'),
      created: sum(createdCount, 'active'),
      entered: sum(enteredCount, 'active'),
      canceled: sum(updatedCount, 'canceled'),
    })
    .from(days)
    .where(and(inDaysOf(scope), sql`${status} in ('active', 'canceled')`))
    .groupBy(sql`1`)
}

/** Counts one plan from its rows because counters have no plans. `bounds` are instants in ascending order. */
export async function countPlanStarts(db: Queryable, scope: MerchantScope, planId: string, bounds: readonly Date[]) {
  return db
    .select({
      bucket: bucketOf(subscriptions.createdAt, bounds),
      count: sql<number>`count(*)::int`,
      active: sql<number>`(count(*) filter (where ${subscriptions.status} = 'active'))::int`,
    })
    .from(subscriptions)
    .where(and(ofPlan(scope, planId), inArray(subscriptions.status, ['active', 'canceled'])))
    .groupBy(sql`1`)
}

/**
 * Counts cancellations by span. `bucket` is the span of the cancellation; `left` is the same, but never before the
 * subscription's creation.
 */
export async function countPlanCancellations(
  db: Queryable,
  scope: MerchantScope,
  planId: string,
  bounds: readonly Date[],
) {
  return db
    .select({
      bucket: bucketOf(subscriptions.updatedAt, bounds),
      left: bucketOf(sql`greatest(${subscriptions.updatedAt}, ${subscriptions.createdAt})`, bounds),
      count: sql<number>`count(*)::int`,
    })
    .from(subscriptions)
    .where(and(ofPlan(scope, planId), eq(subscriptions.status, 'canceled')))
    .groupBy(sql`1`, sql`2`)
}

const ofPlan = (scope: MerchantScope, planId: string) =>
  and(scopeWhere(scope, subscriptions.merchantId), eq(subscriptions.planId, planId))

const bucketOf = (at: SQL | AnyPgColumn, bounds: readonly Date[]) =>
  sql<number>`width_bucket(${at}, ${sql.param(bounds.map((bound) => bound.toISOString()))}::timestamptz[])`
