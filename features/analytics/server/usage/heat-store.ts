import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { redemptionDefaults } from '@quaff/features/redemptions/contract'
import type { QuarterCount } from '@quaff/features/redemptions/insights/rules'
import { redemptionHours, redemptions } from '@quaff/features/redemptions/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import type { RangeWindow } from '../../range/contract'
import { analyticsHours } from '../tables'

const quarterMs = 900_000
const quarterOf = ({ hour, count }: { hour: Date; count: number }): QuarterCount => ({
  quarter: Math.floor(hour.getTime() / quarterMs),
  count,
})

/** Completed ones of each hour, at the hour's first quarter. Of all merchants as old as `analytics_hours`. */
export async function countHours(db: Queryable, scope: MerchantScope, window: RangeWindow): Promise<QuarterCount[]> {
  const rows = scope.all ? await hoursOfAll(db, window) : await hoursOf(db, scope, window)
  return rows.map(quarterOf)
}

function hoursOfAll(db: Queryable, { from, to }: RangeWindow) {
  return db
    .select({ hour: analyticsHours.hour, count: analyticsHours.count })
    .from(analyticsHours)
    .where(
      and(
        eq(analyticsHours.status, redemptionDefaults.status),
        gte(analyticsHours.hour, from),
        lt(analyticsHours.hour, to),
      ),
    )
}

function hoursOf(db: Queryable, scope: MerchantScope, { from, to }: RangeWindow) {
  return db
    .select({ hour: redemptionHours.hour, count: sql<number>`sum(${redemptionHours.count})::int` })
    .from(redemptionHours)
    .where(
      and(
        scopeWhere(scope, redemptionHours.merchantId),
        eq(redemptionHours.status, redemptionDefaults.status),
        gte(redemptionHours.hour, from),
        lt(redemptionHours.hour, to),
      ),
    )
    .groupBy(redemptionHours.hour)
}

/** Completed ones of one plan by quarters of an hour, read from the index by merchant alone. */
export async function countQuartersOfPlan(
  db: Queryable,
  scope: MerchantScope,
  { from, to }: RangeWindow,
  planId: string,
): Promise<QuarterCount[]> {
  return db
    .select({
      quarter: sql<number>`floor(date_part('epoch', ${redemptions.redeemedAt}) / 900)::int`,
      count: sql<number>`count(*)::int`,
    })
    .from(redemptions)
    .where(
      and(
        scopeWhere(scope, redemptions.merchantId),
        eq(redemptions.status, redemptionDefaults.status),
        eq(redemptions.planId, planId),
        gte(redemptions.redeemedAt, from),
        lt(redemptions.redeemedAt, to),
      ),
    )
    .groupBy(sql`1`)
}
