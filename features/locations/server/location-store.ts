import { count, inArray } from 'drizzle-orm'
import type { Queryable } from '@quaff/platform/server/context'
import { locations } from './tables'

/** Locations per merchant; merchants without one are absent. */
export async function countLocations(db: Queryable, merchantIds: readonly string[]): Promise<Map<string, number>> {
  if (merchantIds.length === 0) return new Map()
  const rows = await db
    .select({ merchantId: locations.merchantId, count: count() })
    .from(locations)
    .where(inArray(locations.merchantId, [...merchantIds]))
    .groupBy(locations.merchantId)
  return new Map(rows.map((row) => [row.merchantId, row.count]))
}
