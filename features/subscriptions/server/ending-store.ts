import { and, asc, count, eq, isNotNull, or, sql } from 'drizzle-orm'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import { clampInstant, held, inText, type Locked, type Queryable, type Transaction } from '@quaff/platform/server'
import type { SubscriptionRow } from './subscription-store'
import { subscriptions } from './tables'

export type EndingPatch = Pick<
  SubscriptionRow,
  'status' | 'cancelAtPeriodEnd' | 'cancelAt' | 'canceledBy' | 'cancelReason' | 'updatedAt'
>

export async function lockSubscription(tx: Transaction, scope: MerchantScope, subscriptionId: string) {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(and(scopeWhere(scope, subscriptions.merchantId), eq(subscriptions.id, subscriptionId)))
    .for('update')
  return row && held(row)
}

export async function saveEnding(tx: Transaction, { id }: Locked<SubscriptionRow>, patch: EndingPatch) {
  await tx.update(subscriptions).set(patch).where(eq(subscriptions.id, id))
}

/** Locks due subscriptions, earliest end first. Skips rows that another transaction has locked. */
export async function lockDue(tx: Transaction, { now, overdue, limit }: { now: Date; overdue: Date; limit: number }) {
  const rows = await tx
    .select()
    .from(subscriptions)
    .where(and(isScheduled, endsBy(now), or(isNotNull(subscriptions.canceledBy), endsBy(overdue))))
    .orderBy(asc(scheduledEnd))
    .limit(inText(limit))
    .for('update', { skipLocked: true })
  return rows.map(held)
}

/** Must match the predicate and the expression of the index `subscriptions_scheduled_end` exactly. */
export const isScheduled = sql`(${subscriptions.cancelAtPeriodEnd} or ${subscriptions.cancelAt} is not null) and ${subscriptions.status} <> 'canceled'`
const scheduledEnd = sql`coalesce(${subscriptions.cancelAt}, ${subscriptions.currentPeriodEnd})`

const instantOf = (at: Date) => sql`${clampInstant(at).toISOString()}::timestamptz`
export const endsBy = (at: Date) => sql`${scheduledEnd} <= ${instantOf(at)}`
export const endsFrom = (at: Date) => sql`${scheduledEnd} >= ${instantOf(at)}`

/** Counts scheduled cancellations: as many as the list with the filter `ending` shows. */
export async function countScheduled(db: Queryable, scope: MerchantScope, planId?: string) {
  const ofPlan = planId === undefined ? undefined : eq(subscriptions.planId, planId)
  const [row] = await db
    .select({ count: count() })
    .from(subscriptions)
    .where(and(scopeWhere(scope, subscriptions.merchantId), ofPlan, isScheduled))
  return row?.count ?? 0
}
