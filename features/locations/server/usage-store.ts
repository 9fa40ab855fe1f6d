import { and, eq, sql, type SQL } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { redemptionDays } from '@quaff/features/redemptions/tables'
import { scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import type { PlanPlaces } from '../rules'

/**
 * Days of the platform's zone, of the counter by place: a month of a place is a row for each day and plan. By `select` the
 * planner takes one day for as good as another and keeps its plan.
 */
export function drunkSince(scope: OneMerchant, day: string): SQL | undefined {
  return and(scopeWhere(scope, redemptionDays.merchantId), sql`${redemptionDays.day} >= (select ${day}::date)`)
}

export const drunk = sql<number>`coalesce(sum(${redemptionDays.count}), 0)::int`

export type Usage = { last30Days: number; today: number }

/** Completed ones at one location since the day `since`, and of those the ones since `today`. */
export async function readUsage(
  db: Queryable,
  scope: OneMerchant,
  locationId: string,
  { since, today }: { since: string; today: string },
): Promise<Usage> {
  const [row] = await db
    .select({
      last30Days: drunk,
      today: sql<number>`coalesce(sum(${redemptionDays.count}) filter (where ${redemptionDays.day} >= ${today}::date), 0)::int`,
    })
    .from(redemptionDays)
    .where(and(drunkSince(scope, since), eq(redemptionDays.locationId, locationId)))
  return row ?? { last30Days: 0, today: 0 }
}

/** Where the active plans of a merchant are valid; undefined where there is no such merchant. */
export async function findPlanPlaces(db: Queryable, scope: OneMerchant): Promise<PlanPlaces[] | undefined> {
  const rows = await db
    .select({
      planId: subscriptionPlans.id,
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
  return rows.length === 0 ? undefined : rows.filter(({ planId }) => planId !== null)
}
