import { and, count, eq, gte, sql, type SQL } from 'drizzle-orm'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { redemptions } from '@quaff/features/redemptions/tables'
import { scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import type { PlanPlaces } from '../rules'

/** A range of the index by merchant and time: what it reads is bounded by that merchant's days, not by the table. */
export function completedSince(scope: OneMerchant, since: Date): SQL | undefined {
  return and(
    scopeWhere(scope, redemptions.merchantId),
    gte(redemptions.redeemedAt, since),
    eq(redemptions.status, 'completed'),
  )
}

export type Usage = { last30Days: number; today: number }

/** Completed ones at one location since `since`, and of those the ones since `today`. */
export async function readUsage(
  db: Queryable,
  scope: OneMerchant,
  locationId: string,
  { since, today }: { since: Date; today: Date },
): Promise<Usage> {
  const [row] = await db
    .select({
      last30Days: count(),
      today: sql<number>`(count(*) filter (where ${redemptions.redeemedAt} >= ${today.toISOString()}::timestamptz))::int`,
    })
    .from(redemptions)
    .where(and(completedSince(scope, since), eq(redemptions.locationId, locationId)))
  return row ?? { last30Days: 0, today: 0 }
}

/** Where the active plans of a merchant are valid. */
export async function listPlanPlaces(db: Queryable, scope: OneMerchant): Promise<PlanPlaces[]> {
  return db
    .select({
      name: subscriptionPlans.name,
      validLocationIds: sql<unknown>`${subscriptionPlans.fields} -> 'validLocationIds'`,
    })
    .from(subscriptionPlans)
    .where(and(scopeWhere(scope, subscriptionPlans.merchantId), eq(subscriptionPlans.active, true)))
    .orderBy(subscriptionPlans.name)
}
