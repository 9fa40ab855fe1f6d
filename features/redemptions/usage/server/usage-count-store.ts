import { and, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import { analyticsHours } from '@quaff/features/analytics/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { countUpTo, one } from '@quaff/platform/server/list/page-total'
import { findAddedUp } from '../../server/hour-store'
import { redemptionHours, redemptions } from '../../server/tables'
import { isInSlot, matchingUsage, type UsageQuery } from './usage-store'

/** Reads the index by merchant alone, unless a method is asked for. */
export function countUsageRows(db: Queryable, scope: MerchantScope, filter: UsageQuery): Promise<number> {
  return countUpTo(db, db.select(one).from(redemptions).where(matchingUsage(scope, filter)))
}

type Hours = Pick<UsageQuery, 'from' | 'to' | 'status' | 'slot'>
type HourTable = typeof redemptionHours | typeof analyticsHours

/**
 * Of all merchants in [from, to). Hours that were added up over all merchants are read from there, and later ones by
 * merchant: what is reported late for an earlier hour is in the count within some minutes.
 */
export async function countHoursOfAll(
  db: Queryable,
  { currentHour, ...hours }: Hours & { currentHour: Date },
): Promise<number> {
  const addedUp = await findAddedUp(db, currentHour)
  const [early, late] = await Promise.all([
    sumHours(db, analyticsHours, hours, lt(analyticsHours.hour, addedUp)),
    sumHours(db, redemptionHours, hours, gte(redemptionHours.hour, addedUp)),
  ])
  return early + late
}

/** Of some merchants in [from, to). */
export const countHours = (db: Queryable, scope: MerchantScope, hours: Hours) =>
  sumHours(db, redemptionHours, hours, scopeWhere(scope, redemptionHours.merchantId))

async function sumHours(
  db: Queryable,
  table: HourTable,
  { from, to, status, slot }: Hours,
  within: SQL | undefined,
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${table.count}), 0)::bigint` })
    .from(table)
    .where(
      and(
        within,
        from && gte(table.hour, from),
        to && lt(table.hour, to),
        status === undefined ? undefined : eq(table.status, status),
        slot && isInSlot(table.hour, slot),
      ),
    )
  return row?.count ?? 0
}
