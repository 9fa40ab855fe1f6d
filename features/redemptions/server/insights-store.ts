import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lt, lte, max, or, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { planPrices, subscriptionPlans } from '@quaff/features/plans/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import { subscriptions, subscriptionTotals } from '@quaff/features/subscriptions/tables'
import { inText, pick, type Queryable } from '@quaff/platform/server'
import { redemptionDefaults } from '../contract'
import type { InsightWindow } from '../insights-contract'
import { redemptions } from './tables'

const instantOf = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** Matches completed redemptions of the window: a range of the index by merchant and time. */
function completedIn(scope: MerchantScope, { from, to }: InsightWindow) {
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
) {
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
) {
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

/** Returns the people with most redemptions. Redemptions without a person do not count. */
export async function listTopRedeemers(db: Queryable, scope: MerchantScope, window: InsightWindow, limit: number) {
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

/** Returns the unsorted redemption times of each person at this merchant. */
export async function listMoments(
  db: Queryable,
  scope: MerchantScope,
  window: InsightWindow,
  userIds: readonly string[],
) {
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

export async function countActivePasses(db: Queryable, scope: MerchantScope) {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${subscriptionTotals.count}), 0)::int` })
    .from(subscriptionTotals)
    .where(and(scopeWhere(scope, subscriptionTotals.merchantId), eq(subscriptionTotals.status, 'active')))
  return row?.count ?? 0
}

type IdleFilter = {
  /** Begins before `cutoff`. Earlier redemptions are not read. */
  recent: InsightWindow
  cutoff: Date
  limit: number
}

/**
 * Returns active subscriptions older than `cutoff` without a redemption since: of the pass itself, or of its person and
 * of no pass. Those with a redemption in `recent` come first, latest first, then the newest subscriptions.
 */
export async function listIdlePasses(db: Queryable, scope: MerchantScope, { recent, cutoff, limit }: IdleFilter) {
  const drinks = db
    .$with('drinks')
    .as(
      db
        .select({
          userId: redemptions.userId,
          subscriptionId: redemptions.subscriptionId,
          lastAt: redemptions.redeemedAt,
        })
        .from(redemptions)
        .where(completedIn(scope, recent)),
    )
  const byPass = db
    .select({ subscriptionId: drinks.subscriptionId, lastAt: max(drinks.lastAt).as('pass_last_at') })
    .from(drinks)
    .where(isNotNull(drinks.subscriptionId))
    .groupBy(drinks.subscriptionId)
    .as('by_pass')
  const byPerson = db
    .select({ userId: drinks.userId, lastAt: max(drinks.lastAt).as('person_last_at') })
    .from(drinks)
    .where(isNull(drinks.subscriptionId))
    .groupBy(drinks.userId)
    .as('by_person')
  const lastAt = sql<Date | null>`greatest(${byPass.lastAt}, ${byPerson.lastAt})`
  return db
    .with(drinks)
    .select({
      ...pick(subscriptions, 'id', 'userId', 'planId', 'createdAt'),
      lastRedeemedAt: lastAt.mapWith(redemptions.redeemedAt).as('last_redeemed_at'),
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(subscriptions)
    .leftJoin(byPass, eq(byPass.subscriptionId, subscriptions.id))
    .leftJoin(byPerson, eq(byPerson.userId, subscriptions.userId))
    .where(
      and(
        scopeWhere(scope, subscriptions.merchantId),
        eq(subscriptions.status, 'active'),
        lte(subscriptions.createdAt, cutoff),
        or(isNull(lastAt), sql`${lastAt} <= ${cutoff.toISOString()}::timestamptz`),
      ),
    )
    .orderBy(sql`${lastAt} desc nulls last`, sql`${subscriptions.createdAt} desc nulls last`, asc(subscriptions.id))
    .limit(inText(limit))
}

/** Returns the last redemption before `before` per subscription: one row each, in the order of the index by user. */
export async function listOlderDrinks(
  db: Queryable,
  scope: MerchantScope,
  ids: readonly string[],
  before: Date,
): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map()
  const last = db
    .select({ redeemedAt: redemptions.redeemedAt })
    .from(redemptions)
    .where(
      and(
        scopeWhere(scope, redemptions.merchantId),
        sql`${redemptions.userId} = ${sql`${subscriptions.userId}`}`,
        eq(redemptions.status, redemptionDefaults.status),
        lt(redemptions.redeemedAt, before),
        or(isNull(redemptions.subscriptionId), sql`${redemptions.subscriptionId} = ${sql`${subscriptions}.id`}`),
      ),
    )
    .orderBy(sql`${redemptions.redeemedAt} desc nulls last`)
    .limit(inText(1))
    .as('last')
  const rows = await db
    .select({ id: subscriptions.id, redeemedAt: last.redeemedAt })
    .from(subscriptions)
    .innerJoinLateral(last, sql`true`)
    .where(and(scopeWhere(scope, subscriptions.merchantId), inIds(ids)))
  return new Map(rows.map(({ id, redeemedAt }) => [id, redeemedAt]))
}

/** One array instead of a parameter per id, because an export has thousands. */
const inIds = (ids: readonly string[]) => sql`${subscriptions.id} = any(${sql.param([...ids])}::text[])`

export async function listPassNames(db: Queryable, scope: MerchantScope, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { name: string | null; planName: string | null }>()
  const rows = await db
    .select({ id: subscriptions.id, name: users.displayName, planName: subscriptionPlans.name })
    .from(subscriptions)
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .where(and(scopeWhere(scope, subscriptions.merchantId), inIds(ids)))
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}
