import { and, eq, sql } from 'drizzle-orm'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import type { Queryable } from '@quaff/platform/server/context'

const venuesShown = 5

/** Names of venues in a city where one can drink now, by the alphabet. */
export async function listVenuesIn(db: Queryable, city: string): Promise<string[]> {
  if (city.trim() === '') return []
  const rows = await db
    .selectDistinct({ name: merchants.name })
    .from(locations)
    .innerJoin(merchants, eq(merchants.id, locations.merchantId))
    .where(
      and(
        eq(merchants.status, 'active'),
        eq(merchants.isLive, true),
        sql`lower(btrim(${locations.fields} -> 'address' ->> 'city')) = lower(btrim(${city}))`,
      ),
    )
    .orderBy(merchants.name)
    .limit(venuesShown)
  return rows.map(({ name }) => name)
}
