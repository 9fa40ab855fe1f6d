import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { redemptionDefaults } from '@quaff/features/redemptions/contract'
import type { QuarterCount } from '@quaff/features/redemptions/insights-rules'
import { listHours } from '@quaff/features/redemptions/server'
import { redemptions } from '@quaff/features/redemptions/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import { runningStatuses } from '@quaff/features/subscriptions/contract'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { constant, earliestRecord, hiddenTime, inText, type Queryable } from '@quaff/platform/server'
import type { RangeWindow } from '../range-contract'
import { analyticsHours } from './tables'

const completedIn = (scope: ReadScope, { from, to }: RangeWindow, planId: string | undefined) =>
  and(
    readWhere(scope, redemptions.merchantId),
    eq(redemptions.status, redemptionDefaults.status),
    gte(redemptions.redeemedAt, from),
    lt(redemptions.redeemedAt, to),
    planId === undefined ? undefined : eq(redemptions.planId, planId),
  )

/** The first hour with a redemption of any merchant; null where nothing is on record. */
export async function findFirstHourOfAll(db: Queryable) {
  const [row] = await db
    .select({ hour: analyticsHours.hour })
    .from(analyticsHours)
    .where(and(gte(analyticsHours.hour, earliestRecord), gt(analyticsHours.count, 0)))
    .orderBy(analyticsHours.hour)
    .limit(inText(1))
  return row?.hour ?? null
}

/**
 * Returns how many people redeemed how often, fewest first. 0 counts those with a subscription in the window and no
 * redemption.
 */
export async function countRedeemers(db: Queryable, scope: ReadScope, window: RangeWindow, planId: string | undefined) {
  const drinkers = db
    .select({ userId: redemptions.userId, drinks: sql<number>`count(*)::int`.as('drinks') })
    .from(redemptions)
    .where(and(completedIn(scope, window, planId), isNotNull(redemptions.userId)))
    .groupBy(redemptions.userId)
    .as('drinkers')
  const holders = db
    .selectDistinct({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(
      and(
        readWhere(scope, subscriptions.merchantId),
        planId === undefined ? undefined : eq(subscriptions.planId, planId),
        isNotNull(subscriptions.userId),
        lt(subscriptions.createdAt, window.to),
        or(inArray(subscriptions.status, [...runningStatuses]), gt(subscriptions.updatedAt, window.from)),
      ),
    )
    .as('holders')
  const drinks = sql<number>`coalesce(${drinkers.drinks}, 0)`
  return db
    .select({ drinks, people: sql<number>`count(*)::int` })
    .from(drinkers)
    .fullJoin(holders, eq(holders.userId, drinkers.userId))
    .groupBy(sql`1`)
    .orderBy(sql`1`)
}

/** Completed ones that name no person. */
export async function countWithoutPerson(
  db: Queryable,
  scope: ReadScope,
  window: RangeWindow,
  planId: string | undefined,
) {
  return db.$count(redemptions, and(completedIn(scope, window, planId), isNull(redemptions.userId)))
}

/**
 * Counts subscriptions by start month and end month. `bounds` are the first instant of each month and the end of the
 * last, because the database's zone data could place a month's start elsewhere.
 */
export async function countStarts(
  db: Queryable,
  scope: ReadScope,
  bounds: readonly Date[],
  planId: string | undefined,
) {
  const [first, last] = [bounds.at(0), bounds.at(-1)]
  if (!first || !last) return []
  const months = sql`${sql.param(bounds.map((bound) => bound.toISOString()))}::timestamptz[]`
  const isRunning = inArray(subscriptions.status, [...runningStatuses])
  return db
    .select({
      startMonth: sql<number>`width_bucket(${subscriptions.createdAt}, ${months}) - 1`,
      endMonth: sql<number | null>`case when ${isRunning} then null
        else width_bucket(${subscriptions.updatedAt}, ${months}) - 1 end`,
      count: sql<number>`count(*)::int`,
    })
    .from(subscriptions)
    .where(
      and(
        readWhere(scope, subscriptions.merchantId),
        planId === undefined ? undefined : eq(subscriptions.planId, planId),
        gte(subscriptions.createdAt, first),
        lt(subscriptions.createdAt, last),
      ),
    )
    .groupBy(sql`1`, sql`2`)
}

const quarterMs = 900_000
const quarterOf = ({ hour, count }: { hour: Date; count: number }): QuarterCount => ({
  quarter: Math.floor(hour.getTime() / quarterMs),
  count,
})

/** Completed ones of each hour, at the hour's first quarter. */
export async function countHours(db: Queryable, scope: MerchantScope, window: RangeWindow) {
  const hours = await listHours(db, scope, window.from, window.to)
  return hours.map(quarterOf)
}

/** Completed ones of one plan by quarters of an hour, read from the index by merchant alone. */
export async function countQuartersOfPlan(
  db: Queryable,
  scope: MerchantScope,
  { from, to }: RangeWindow,
  planId: string,
) {
  return db
    .select({
      quarter: sql<number>`floor(date_part('epoch', ${redemptions.redeemedAt}) / 900)::int`,
      count: sql<number>`count(*)::int`,
    })
    .from(redemptions)
    .where(
      and(
        scopeWhere(scope, redemptions.merchantId),
        eq(redemptions.status, constant(redemptionDefaults.status)),
        eq(redemptions.planId, planId),
        gte(redemptions.redeemedAt, hiddenTime(from)),
        lt(redemptions.redeemedAt, hiddenTime(to)),
      ),
    )
    .groupBy(sql`1`)
}

/** A job has no caller, so it requests all merchants explicitly. */
export type ReadScope = MerchantScope | 'every_merchant'

function readWhere(scope: ReadScope, column: AnyPgColumn) {
  return scope === 'every_merchant' ? undefined : scopeWhere(scope, column)
}
