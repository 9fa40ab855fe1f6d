import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { redemptionDefaults } from '@quaff/features/redemptions/contract'
import type { QuarterCount } from '@quaff/features/redemptions/insights/rules'
import { listHours } from '@quaff/features/redemptions/server'
import { redemptions } from '@quaff/features/redemptions/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import type { RangeWindow } from '../range/contract'

const quarterMs = 900_000
const quarterOf = ({ hour, count }: { hour: Date; count: number }): QuarterCount => ({
  quarter: Math.floor(hour.getTime() / quarterMs),
  count,
})

/** Completed ones of each hour, at the hour's first quarter. */
export async function countHours(db: Queryable, scope: MerchantScope, window: RangeWindow): Promise<QuarterCount[]> {
  const hours = await listHours(db, scope, window.from, window.to)
  return hours.map(quarterOf)
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
