import { and, asc, eq, isNotNull, isNull, lt, lte, max, or, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { subscriptions, subscriptionTotals } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'
import { pick } from '@quaff/platform/server/rows/pick'
import { redemptionDefaults } from '../../contract'
import { redemptions } from '../../server/tables'
import type { InsightWindow } from '../contract'
import { completedIn } from './insights-store'

export async function countActivePasses(db: Queryable, scope: MerchantScope): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${subscriptionTotals.count}), 0)::int` })
    .from(subscriptionTotals)
    .where(and(scopeWhere(scope, subscriptionTotals.merchantId), eq(subscriptionTotals.status, 'active')))
  return row?.count ?? 0
}

type IdleFilter = {
  /** Begins before `cutoff`; drinks before it are not looked at. */
  recent: InsightWindow
  cutoff: Date
  limit: number
}

/**
 * Active passes that are older than `cutoff` and without a drink since, as `isIdle` and `isDrinkOf` say. Passes with a
 * drink in the `recent` window come first, newest drink first; then the newest pass.
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

/** The last drink with each pass before `before`, read in the order of the index by person, one row each. */
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

/** One array instead of a parameter each: an export asks for thousands. */
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
