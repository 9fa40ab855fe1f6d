import { and, eq, sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { redemptionDays } from '@quaff/features/redemptions/tables'
import { scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server'
import type { PlanPlaces } from '../rules'

/** Lists and sheets show the usage of this period. */
export const usageDays = 30

export type Today = { now: Date; platformZone: string }

/** The day of the merchant's calendar `daysAgo` days before today. */
const dayAgo = (scope: OneMerchant, { now, platformZone }: Today, daysAgo: number) => sql`(
  select (${now.toISOString()}::timestamptz at time zone coalesce(max(${merchants.timeZone}), ${platformZone}::text))::date
    - ${daysAgo}::int from ${merchants} where ${scopeWhere(scope, merchants.id)})`

/**
 * The last `days` days, today included, of the counter by place: a month of a place is a row for each day and plan. By
 * `select` the planner takes one day for as good as another and keeps its plan.
 */
export function drunkInLast(scope: OneMerchant, days: number, today: Today) {
  return and(
    scopeWhere(scope, redemptionDays.merchantId),
    sql`${redemptionDays.day} >= ${dayAgo(scope, today, days - 1)}`,
  )
}

export const drunk = sql<number>`coalesce(sum(${redemptionDays.count}), 0)::int`

export type Usage = { last30Days: number; today: number }

/** Completed ones at one location in the last `days` days, and of those the ones since midnight. */
export async function readUsage(
  db: Queryable,
  scope: OneMerchant,
  locationId: string,
  days: number,
  today: Today,
): Promise<Usage> {
  const [row] = await db
    .select({
      last30Days: drunk,
      today: sql<number>`coalesce(sum(${redemptionDays.count}) filter (where ${redemptionDays.day} >= ${dayAgo(scope, today, 0)}), 0)::int`,
    })
    .from(redemptionDays)
    .where(and(drunkInLast(scope, days, today), eq(redemptionDays.locationId, locationId)))
  return row ?? { last30Days: 0, today: 0 }
}

export type MerchantPlans = { plans: PlanPlaces[]; timeZone: string | null; isSelling: boolean }

/** Returns the locations of the merchant's active plans and its time zone. Returns undefined for an unknown merchant. */
export async function findPlanPlaces(db: Queryable, scope: OneMerchant): Promise<MerchantPlans | undefined> {
  const rows = await db
    .select({
      planId: subscriptionPlans.id,
      timeZone: merchants.timeZone,
      isSelling: sql<boolean>`${merchants.status} = 'active' and ${merchants.isLive}`,
      name: sql<string>`${subscriptionPlans.name}`,
      validLocationIds: sql<unknown>`${subscriptionPlans.fields} -> 'validLocationIds'`,
    })
    .from(merchants)
    .leftJoin(
      subscriptionPlans,
      and(eq(subscriptionPlans.merchantId, merchants.id), eq(subscriptionPlans.active, true)),
    )
    .where(scopeWhere(scope, merchants.id))
    .orderBy(subscriptionPlans.name)
  const [first] = rows
  if (!first) return undefined
  const { timeZone, isSelling } = first
  return { plans: rows.filter(({ planId }) => planId !== null), timeZone, isSelling }
}
