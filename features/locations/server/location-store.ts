import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { redemptionDays } from '@quaff/features/redemptions/tables'
import {
  merchantScope,
  type MerchantScope,
  type OneMerchant,
  scopeToMerchant,
  scopeWhere,
} from '@quaff/features/sessions/server'
import {
  countUpTo,
  held,
  importedRows,
  inText,
  keyset,
  type Locked,
  one,
  pick,
  type Queryable,
  searchCondition,
  type SortKey,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import { countryOptions } from '@quaff/platform/shared/fields/address-format'
import { searchMatcher } from '@quaff/platform/shared/search-text'
import type { ListLocationsInput, LocationSort } from '../contract'
import { locations } from './tables'
import { drunk, drunkInLast, type Today } from './usage-store'

export type StoredLocation = typeof locations.$inferSelect

/** Every merchant the actor works on, those in set-up included: for a location whose merchant is not named. */
export function scopesOf(actor: UserActor) {
  return [merchantScope(actor), ...actor.ownMerchantIds.map((merchantId) => scopeToMerchant(actor, merchantId))]
}

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

/** Finds locations by name, of any merchant in scope. */
export async function findLocationsByName(db: Queryable, scope: MerchantScope, q: string, limit: number) {
  return db
    .select({ id: locations.id, name: locations.name, merchantId: locations.merchantId, merchantName: merchants.name })
    .from(locations)
    .innerJoin(merchants, eq(merchants.id, locations.merchantId))
    .where(and(scopeWhere(scope, locations.merchantId), searchCondition(locations.name, q, locations.id)))
    .orderBy(asc(sql`lower(${locations.name})`), asc(locations.id))
    .limit(inText(limit))
}

const part = (name: string) => sql`coalesce(${locations.fields} -> 'address' ->> ${sql.raw(`'${name}'`)}, '')`

/** Name and address; an imported address may be plain text. */
const searched = sql`concat_ws(U&'\\001F', ${locations.name}, ${part('line1')}, ${part('line2')}, ${part('city')},
  ${part('region')}, ${part('postalCode')},
  case when jsonb_typeof(${locations.fields} -> 'address') = 'string' then ${locations.fields} ->> 'address' end)`

/** `ids` narrows to those that a rule has picked. */
type LocationFilter = Pick<ListLocationsInput, 'q'> & { ids?: readonly string[] }

/** Addresses name their country in English, but most are stored with its code. */
function countryCondition(q = '') {
  const found = countryOptions().filter(({ label }) => q.trim() !== '' && searchMatcher(q)(label))
  return inArray(
    sql`upper(${part('country')})`,
    found.flatMap(({ value, label }) => [value, label.toUpperCase()]),
  )
}

function locationsWhere(scope: OneMerchant, { q, ids }: LocationFilter) {
  const named = searchCondition(searched, q)
  return and(
    scopeWhere(scope, locations.merchantId),
    named && or(named, countryCondition(q)),
    ids && (ids.length === 0 ? sql`false` : inArray(locations.id, [...ids])),
  )
}

export async function listLocationRows(
  db: Queryable,
  scope: OneMerchant,
  input: ListLocationsInput & LocationFilter,
  days: number,
  today: Today,
) {
  const { sort, order, cursor } = input
  const usage = db
    .select({ locationId: redemptionDays.locationId, redeemed: drunk.as('redeemed') })
    .from(redemptionDays)
    .where(drunkInLast(scope, days, today))
    .groupBy(redemptionDays.locationId)
    .as('usage')
  const redeemed = sql<number>`coalesce(${usage.redeemed}, 0)::int`
  const keys = {
    name: { kind: 'text', expression: sql`lower(${locations.name})` },
    updated: { kind: 'instant', expression: sql`${locations.updatedAt}` },
    redemptions: { kind: 'integer', expression: redeemed },
  } as const satisfies Record<LocationSort, SortKey>
  const pages = keyset({ name: sort, key: keys[sort], id: sql`${locations.id}`, order, cursor })
  return db
    .select({ id: locations.id, sortValue: pages.sortValue, location: locations, last30Days: redeemed })
    .from(locations)
    .leftJoin(usage, eq(usage.locationId, locations.id))
    .where(and(locationsWhere(scope, input), pages.after))
    .orderBy(...pages.orderBy)
    .limit(inText(input.limit))
}

export function countLocationRows(db: Queryable, scope: OneMerchant, filter: LocationFilter) {
  return countUpTo(db, db.select(one).from(locations).where(locationsWhere(scope, filter)))
}

/** All of one merchant: there is an end to them (`locationLimits.perMerchant`). */
export async function listLocationsOf(db: Queryable, scope: OneMerchant) {
  return db
    .select({ id: locations.id, name: locations.name, fields: locations.fields, merchantZone: merchants.timeZone })
    .from(locations)
    .leftJoin(merchants, eq(merchants.id, locations.merchantId))
    .where(locationsWhere(scope, {}))
    .orderBy(sql`lower(${locations.name})`, locations.id)
}

export type LocationKey = { locationId: string; merchantId?: string }

/** Through its parent: the row is found in one of `scopes` or not at all. */
function keyWhere(scopes: readonly MerchantScope[], { locationId, merchantId }: LocationKey) {
  return and(
    eq(locations.id, locationId),
    merchantId === undefined ? undefined : eq(locations.merchantId, merchantId),
    or(...scopes.map((scope) => scopeWhere(scope, locations.merchantId))),
  )
}

export async function findLocation(db: Queryable, scopes: readonly MerchantScope[], key: LocationKey) {
  const [row] = await db.select().from(locations).where(keyWhere(scopes, key))
  return row
}

export async function insertLocations(
  tx: Transaction,
  { id: merchantId }: Locked<MerchantSettings>,
  rows: readonly Omit<typeof locations.$inferInsert, 'merchantId'>[],
) {
  if (rows.length > 0) await tx.insert(locations).values(rows.map((row) => ({ ...row, merchantId })))
}

type LocationChange = Pick<StoredLocation, 'name' | 'fields' | 'updatedAt'>
type SeenLocation = Pick<StoredLocation, 'id' | 'version'>

const isAsSeen = (merchant: Locked<MerchantSettings>, { id, version }: SeenLocation) =>
  and(eq(locations.merchantId, merchant.id), eq(locations.id, id), eq(locations.version, version))

/** Returns false if the row was saved since `version`. */
export async function updateLocationRow(
  tx: Transaction,
  merchant: Locked<MerchantSettings>,
  seen: SeenLocation,
  change: LocationChange,
) {
  const updated = await tx
    .update(locations)
    .set({ ...change, version: sql`${locations.version} + 1` })
    .where(isAsSeen(merchant, seen))
    .returning({ id: locations.id })
  return updated.length > 0
}

export async function deleteLocationRow(tx: Transaction, merchant: Locked<MerchantSettings>, seen: SeenLocation) {
  const deleted = await tx.delete(locations).where(isAsSeen(merchant, seen)).returning({ id: locations.id })
  return deleted.length > 0
}

const settings = pick(
  merchants,
  'id',
  'name',
  'status',
  'address',
  'allowMultipleLocations',
  'requireLocationCheck',
  'timeZone',
)

function selectSettings(db: Queryable, scope: OneMerchant) {
  return db.select(settings).from(merchants).where(scopeWhere(scope, merchants.id))
}
export type MerchantSettings = Awaited<ReturnType<typeof selectSettings>>[number]

export async function findMerchantSettings(db: Queryable, scope: OneMerchant) {
  const [row] = await selectSettings(db, scope)
  return row
}

/** Serializes concurrent inserts of locations: the second waits and then sees the first one's. */
export async function lockMerchantSettings(tx: Transaction, scope: OneMerchant) {
  const [row] = await selectSettings(tx, scope).for('update')
  return row && held(row)
}

export const locationDocumentRows = importedRows(locations, [locations.id], locations.version)
