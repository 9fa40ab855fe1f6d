import { and, inArray } from 'drizzle-orm'
import { locations } from '@quaff/features/locations/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'

export async function listKnownLocationIds(
  db: Queryable,
  scope: MerchantScope,
  locationIds: readonly string[],
): Promise<string[]> {
  if (locationIds.length === 0) return []
  const rows = await db
    .select({ id: locations.id })
    .from(locations)
    .where(and(scopeWhere(scope, locations.merchantId), inArray(locations.id, [...locationIds])))
  return rows.map(({ id }) => id)
}
