import { and, asc, count, desc, eq, gte, inArray, isNotNull, lte, max, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { planPrices, subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'
import { pick } from '@quaff/platform/server/rows/pick'
import { redemptionDefaults } from '../../contract'
import { redemptions } from '../../server/tables'
import type { InsightWindow } from '../contract'
import type { PlaceCount, QuarterCount } from '../rules'

const instantOf = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** Completed ones of the window: a range of the index by merchant and time. */
export function completedIn(scope: MerchantScope, { from, to }: InsightWindow) {
  return and(
    scopeWhere(scope, redemptions.merchantId),
    eq(redemptions.status, redemptionDefaults.status),
    gte(redemptions.redeemedAt, from),
    lte(redemptions.redeemedAt, to),
  )
}

export async function listPlaces(db: Queryable, scope: MerchantScope) {
  return db
    .select({ id: locations.id, name: locations.name, fields: locations.fields })
    .from(locations)
    .where(scopeWhere(scope, locations.merchantId))
    .orderBy(asc(locations.name), asc(locations.id))
}

export async function countQuarters(
  db: Queryable,
  scope: MerchantScope,
  window: InsightWindow,
  locationId: string | undefined,
): Promise<QuarterCount[]> {
  const quarter = sql<number>`floor(date_part('epoch', ${redemptions.redeemedAt}) / 900)::int`
  return db
    .select({ quarter, count: count() })
    .from(redemptions)
    .where(
      and(completedIn(scope, window), locationId === undefined ? undefined : eq(redemptions.locationId, locationId)),
    )
    .groupBy(sql`1`)
}

export async function countPlaces(
  db: Queryable,
  scope: MerchantScope,
  { window, previous }: { window: InsightWindow; previous: InsightWindow },
): Promise<PlaceCount[]> {
  const during = sql`${redemptions.redeemedAt} >= ${instantOf(window.from)}`
  const before = sql`${redemptions.redeemedAt} < ${instantOf(previous.to)}`
  return db
    .select({
      locationId: redemptions.locationId,
      count: sql<number>`(count(*) filter (where ${during}))::int`,
      previousCount: sql<number>`(count(*) filter (where ${before}))::int`,
    })
    .from(redemptions)
    .where(completedIn(scope, { from: previous.from, to: window.to }))
    .groupBy(redemptions.locationId)
}

export async function listPlansWithPrices(db: Queryable, scope: MerchantScope) {
  const plans = await db
    .select(pick(subscriptionPlans, 'id', 'name', 'active', 'fields'))
    .from(subscriptionPlans)
    .where(scopeWhere(scope, subscriptionPlans.merchantId))
    .orderBy(asc(subscriptionPlans.name), asc(subscriptionPlans.id))
  if (plans.length === 0) return []
  const prices = await db
    .select()
    .from(planPrices)
    .where(
      inArray(
        planPrices.planId,
        plans.map(({ id }) => id),
      ),
    )
    .orderBy(asc(planPrices.position), asc(planPrices.id))
  return plans.map((plan) => ({ ...plan, prices: prices.filter(({ planId }) => planId === plan.id) }))
}

export type Drinker = { userId: string; name: string | null; drinks: number; lastRedeemedAt: Date }

/** Whoever redeemed most. What names no person is nobody's. */
export async function listTopDrinkers(
  db: Queryable,
  scope: MerchantScope,
  window: InsightWindow,
  limit: number,
): Promise<Drinker[]> {
  const top = db
    .select({
      userId: redemptions.userId,
      drinks: count().as('drinks'),
      lastRedeemedAt: max(redemptions.redeemedAt).as('last_redeemed_at'),
    })
    .from(redemptions)
    .where(and(completedIn(scope, window), isNotNull(redemptions.userId)))
    .groupBy(redemptions.userId)
    .orderBy(sql`count(*) desc`, sql`max(${redemptions.redeemedAt}) desc`, redemptions.userId)
    .limit(inText(limit))
    .as('top')
  const rows = await db
    .select({
      userId: sql<string>`${top.userId}`,
      name: users.displayName,
      drinks: top.drinks,
      lastRedeemedAt: sql<Date>`${top.lastRedeemedAt}`.mapWith(redemptions.redeemedAt),
    })
    .from(top)
    .leftJoin(users, eq(users.id, top.userId))
    .orderBy(desc(top.drinks), desc(top.lastRedeemedAt), asc(top.userId))
  return rows
}

/** When each of these people drank here, in no order. */
export async function listMoments(
  db: Queryable,
  scope: MerchantScope,
  window: InsightWindow,
  userIds: readonly string[],
): Promise<Map<string, Date[]>> {
  const moments = new Map<string, Date[]>()
  if (userIds.length === 0) return moments
  const rows = await db
    .select({ userId: redemptions.userId, redeemedAt: redemptions.redeemedAt })
    .from(redemptions)
    .where(and(completedIn(scope, window), inArray(redemptions.userId, [...userIds])))
  for (const { userId, redeemedAt } of rows)
    if (userId !== null) moments.set(userId, [...(moments.get(userId) ?? []), redeemedAt])
  return moments
}
