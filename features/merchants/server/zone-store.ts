import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import { locations } from '@quaff/features/locations/tables'
import { held, type Locked, type Queryable, type Transaction } from '@quaff/platform/server'
import { merchants } from './tables'

export type ZonedMerchant = { id: string; timeZone: string | null }

export async function lockZone(tx: Transaction, merchantId: string) {
  const [row] = await tx
    .select({ id: merchants.id, timeZone: merchants.timeZone })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
    .for('update')
  return row && held(row)
}

/** The version stays: no editor has changed anything. */
export async function saveZone(tx: Transaction, { id }: Locked<ZonedMerchant>, timeZone: string) {
  await tx.update(merchants).set({ timeZone }).where(eq(merchants.id, id))
}

const named = sql<string>`${locations.fields} ->> 'timeZone'`

/** Zones of the locations, oldest first, and the number of locations. */
export async function listNamedZones(
  db: Queryable,
  { id }: Locked<ZonedMerchant>,
): Promise<{ zones: string[]; locations: number }> {
  const rows = await db
    .select({ zone: named })
    .from(locations)
    .where(and(eq(locations.merchantId, id), sql`${named} <> ''`))
    .orderBy(asc(locations.createdAt), asc(locations.id))
  const [total] = await db.select({ count: count() }).from(locations).where(eq(locations.merchantId, id))
  return { zones: rows.map(({ zone }) => zone), locations: total?.count ?? 0 }
}

/** Merchants whose zone is not known, though a location names one. */
export async function listWithoutZone(db: Queryable) {
  const rows = await db
    .select({ id: merchants.id })
    .from(merchants)
    .where(
      and(
        isNull(merchants.timeZone),
        sql`exists (select from ${locations} where ${locations.merchantId} = ${merchants.id} and ${named} <> '')`,
      ),
    )
    .orderBy(merchants.id)
  return rows.map(({ id }) => id)
}

/** Names that the browser and Node know may be missing in the database. */
export async function isKnownZone(db: Queryable, timeZone: string): Promise<boolean> {
  const { rows } = await db.execute<Record<string, unknown>>(
    sql`select 1 from pg_timezone_names where lower(name) = lower(${timeZone}) limit 1`,
  )
  return rows.length > 0
}
