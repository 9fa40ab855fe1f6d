import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { redemptionDefaults } from '@quaff/features/redemptions/contract'
import { redemptions } from '@quaff/features/redemptions/tables'
import { runningStatuses } from '@quaff/features/subscriptions/contract'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { earliestRecord } from '@quaff/platform/shared/windows/comparison'
import type { RangeWindow } from '../range/contract'
import { readWhere, type ReadScope } from './read-scope-store'
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
export async function findFirstHourOfAll(db: Queryable): Promise<Date | null> {
  const [row] = await db
    .select({ hour: analyticsHours.hour })
    .from(analyticsHours)
    .where(and(gte(analyticsHours.hour, earliestRecord), gt(analyticsHours.count, 0)))
    .orderBy(analyticsHours.hour)
    .limit(1)
  return row?.hour ?? null
}

/** How many people redeemed how often, fewest first; 0 for those with a pass that ran in the window and no redemption. */
export async function countDrinkers(
  db: Queryable,
  scope: ReadScope,
  window: RangeWindow,
  planId: string | undefined,
): Promise<{ drinks: number; people: number }[]> {
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
): Promise<number> {
  return db.$count(redemptions, and(completedIn(scope, window, planId), isNull(redemptions.userId)))
}
