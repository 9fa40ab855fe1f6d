import { and, count, eq, sql, type SQL } from 'drizzle-orm'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { clampInstant } from '@quaff/platform/server/list/keyset'
import { subscriptions } from '../../server/tables'

/** Letter for letter the predicate and the expression of the index `subscriptions_scheduled_end`. */
export const isScheduled = sql`(${subscriptions.cancelAtPeriodEnd} or ${subscriptions.cancelAt} is not null) and ${subscriptions.status} <> 'canceled'`
export const scheduledEnd = sql`coalesce(${subscriptions.cancelAt}, ${subscriptions.currentPeriodEnd})`

const instantOf = (at: Date) => sql`${clampInstant(at).toISOString()}::timestamptz`
export const endsBy = (at: Date): SQL => sql`${scheduledEnd} <= ${instantOf(at)}`
export const endsFrom = (at: Date): SQL => sql`${scheduledEnd} >= ${instantOf(at)}`

/** Scheduled cancellations: as many as the list with the filter `ending` shows. */
export async function countScheduled(db: Queryable, scope: MerchantScope, planId?: string): Promise<number> {
  const ofPlan = planId === undefined ? undefined : eq(subscriptions.planId, planId)
  const [row] = await db
    .select({ count: count() })
    .from(subscriptions)
    .where(and(scopeWhere(scope, subscriptions.merchantId), ofPlan, isScheduled))
  return row?.count ?? 0
}
