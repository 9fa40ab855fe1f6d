import { and, asc, eq, gte, inArray, lt, max, sql } from 'drizzle-orm'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { subscriptionLimits } from '@quaff/features/subscriptions/contract'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { inText, pick, type Queryable } from '@quaff/platform/server'
import type { Period } from '../allowance-rules'
import { redemptionDefaults } from '../contract'
import { redemptions } from './tables'

/** Newest first. */
export async function listPasses(db: Queryable, scope: MerchantScope, userId: string) {
  return db
    .select({
      subscriptionId: subscriptions.id,
      ...pick(subscriptions, 'status', 'merchantId', 'planId', 'currentPeriodStart'),
      // A pass with an earlier scheduled end expires then.
      currentPeriodEnd: sql`least(${subscriptions.currentPeriodEnd}, ${subscriptions.cancelAt})`.mapWith(
        subscriptions.currentPeriodEnd,
      ),
      cancelAtPeriodEnd: sql<boolean>`${subscriptions.cancelAtPeriodEnd} or coalesce(${subscriptions.cancelAt} <= ${subscriptions.currentPeriodEnd}, false)`,
      updatedAt: subscriptions.updatedAt,
      merchant: pick(merchants, 'name', 'status', 'isLive', 'requireLocationCheck', 'timeZone'),
      plan: { name: subscriptionPlans.name, active: subscriptionPlans.active, fields: subscriptionPlans.fields },
    })
    .from(subscriptions)
    .leftJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .where(and(scopeWhere(scope, subscriptions.merchantId), eq(subscriptions.userId, userId)))
    .orderBy(sql`${subscriptions.createdAt} desc nulls last`, asc(subscriptions.id))
    .limit(inText(subscriptionLimits.maxRows))
}

export async function listPlaces(db: Queryable, scope: MerchantScope, merchantIds: readonly string[]) {
  if (merchantIds.length === 0) return []
  return db
    .select({ id: locations.id, merchantId: locations.merchantId, name: locations.name, fields: locations.fields })
    .from(locations)
    .where(and(scopeWhere(scope, locations.merchantId), inArray(locations.merchantId, [...merchantIds])))
}

type Periods = Record<'day' | 'week' | 'month', Period>

/** Counts completed redemptions from a short range of the index by user, in at most two monthly partitions. */
export async function listUsages(
  db: Queryable,
  scope: MerchantScope,
  userId: string,
  { since, until, periods }: { since: Date; until: Date; periods: Periods },
) {
  return db
    .select({
      ...pick(redemptions, 'merchantId', 'planId', 'subscriptionId'),
      day: countIn(periods.day),
      week: countIn(periods.week),
      month: countIn(periods.month),
      lastAt: max(redemptions.redeemedAt),
    })
    .from(redemptions)
    .where(
      and(
        scopeWhere(scope, redemptions.merchantId),
        eq(redemptions.userId, userId),
        eq(redemptions.status, redemptionDefaults.status),
        gte(redemptions.redeemedAt, since),
        lt(redemptions.redeemedAt, until),
      ),
    )
    .groupBy(redemptions.merchantId, redemptions.planId, redemptions.subscriptionId)
}

function countIn({ from, to }: Period) {
  const isIn = and(gte(redemptions.redeemedAt, from), lt(redemptions.redeemedAt, to))
  return sql<number>`(count(*) filter (where ${isIn}))::int`
}
