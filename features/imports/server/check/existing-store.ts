import { sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server'
import type { IdLine } from '../../report-contract'
import { findIdsHere } from '../apply/id-store'
import { importDocuments, importIds } from '../tables'
import type { IdHere } from './id-set'

type Named<Ids, Below, Passes> = { merchants: Ids; people: Ids; plans: Below; locations: Below; subscriptions: Passes }
/** A record below a merchant. Its id is unique only within that merchant. */
export type BelowMerchant = { merchantId: string; id: string }
/** A subscription of a person or of no person. Its id is unique only within that person. */
export type PassOf = { userId: string | null; id: string }
export const passKey = ({ userId, id }: PassOf) => JSON.stringify([userId, id])
export const belowKey = ({ merchantId, id }: BelowMerchant) => JSON.stringify([merchantId, id])
/** `ids` (lines of ID files) are queried alone, before anything else. */
type Requested = Named<readonly string[], readonly BelowMerchant[], readonly PassOf[]> & { ids: readonly IdLine[] }
/** Returns the existing records among those named, by ids of the old system. */
export type FindHere = (
  names: Requested,
) => Promise<
  Named<ReadonlySet<string>, ReadonlySet<string>, ReadonlySet<string>> & { ids: ReadonlyMap<string, IdHere> }
>

export const noNamesRequested: Requested = {
  merchants: [],
  people: [],
  plans: [],
  locations: [],
  subscriptions: [],
  ids: [],
}

export const nobodyHere: FindHere = async () => ({
  merchants: new Set(),
  people: new Set(),
  plans: new Set(),
  locations: new Set(),
  subscriptions: new Set(),
  ids: new Map(),
})

const atOnce = 10_000

/** Finds records by their own id or by the id that an earlier import gave them. Works on a database without tables. */
export async function findHere(db: Queryable, names: Parameters<FindHere>[0]): ReturnType<FindHere> {
  const { rows } = await db.execute<{ ready: boolean; maps: boolean }>(
    sql`select to_regclass('import_documents') is not null as ready, to_regclass('import_ids') is not null as maps`,
  )
  const [{ ready, maps } = { ready: false, maps: false }] = rows
  if (!ready) return nobodyHere(names)
  return {
    // An older database has no `import_ids` table.
    ids: maps ? await findIdsHere(db, names.ids) : new Map(),
    merchants: await findIds(db, names.merchants, merchants, ['merchants/'], maps),
    people: await findIds(db, names.people, users, ['users/', '__auth__/'], maps),
    plans: await findBelow(db, names.plans, 'plans', maps),
    locations: await findBelow(db, names.locations, 'locations', maps),
    subscriptions: await findPasses(db, names.subscriptions, maps),
  }
}

async function findIds(
  db: Queryable,
  ids: readonly string[],
  table: typeof merchants | typeof users,
  prefixes: readonly string[],
  maps: boolean,
): Promise<Set<string>> {
  const found = new Set<string>()
  // A text column rejects NUL, so such an id matches nothing.
  const usable = ids.filter((id) => !id.includes('\u0000'))
  for (let from = 0; from < usable.length; from += atOnce) {
    const some = usable.slice(from, from + atOnce)
    const { rows } = await db.execute<{ id: string }>(sql`
      select own.id from ${table} own where own.id = any(${sql.param(some)}::text[])
      union
      select named.id from unnest(${sql.param(some)}::text[]) as named (id)
      cross join unnest(${sql.param([...prefixes])}::text[]) as below (prefix)
      join ${importDocuments} made on made.path = below.prefix || named.id
      join ${table} own on own.id = made.row_id
      ${maps ? throughLines(table, some, prefixes[0]) : sql``}`)
    for (const { id } of rows) found.add(id)
  }
  return found
}

const throughLines = (table: typeof merchants | typeof users, ids: readonly string[], prefix = '') => sql`union
  select named.id from unnest(${sql.param([...ids])}::text[]) as named (id)
  join ${importIds} given on given.path = ${prefix} || named.id join ${table} own on own.id = given.row_id`

/** Returns the row id of the first of these documents that was imported or mapped, or null. */
const rowOf = (paths: readonly SQL[], maps: boolean) => {
  const found = paths.flatMap((path) => [
    sql`(select made.row_id from ${importDocuments} made where made.path = ${path})`,
    ...(maps ? [sql`(select given.row_id from ${importIds} given where given.path = ${path})`] : []),
  ])
  return sql`coalesce(${sql.join(found, sql`, `)})`
}

const belowPaths = {
  plans: [sql`'merchants/' || named.merchant || '/subscriptionPlans/' || named.id`],
  locations: [sql`'merchants/' || named.merchant || '/locations/' || named.id`, sql`'locations/' || named.id`],
} as const

/** Returns the keys of records that exist below the merchant's row here. */
async function findBelow(db: Queryable, wanted: readonly BelowMerchant[], kind: 'plans' | 'locations', maps: boolean) {
  const found = new Set<string>()
  const usable = wanted.filter(({ merchantId, id }) => !(merchantId + id).includes('\u0000'))
  const merchant = rowOf([sql`'merchants/' || named.merchant`], maps)
  for (let from = 0; from < usable.length; from += atOnce) {
    const some = usable.slice(from, from + atOnce)
    const textArray = (pick: (one: BelowMerchant) => string) => sql`${sql.param(some.map(pick))}::text[]`
    const { rows } = await db.execute<{ merchantId: string; id: string }>(sql`
      select named.merchant as "merchantId", named.id
      from unnest(${textArray(({ merchantId }) => merchantId)}, ${textArray(({ id }) => id)}) as named (merchant, id)
      join ${kind === 'plans' ? subscriptionPlans : locations} own
        on own.id = coalesce(${rowOf(belowPaths[kind], maps)}, named.id)
        and own.merchant_id = coalesce(${merchant}, named.merchant)`)
    for (const row of rows) found.add(belowKey(row))
  }
  return found
}

/** Returns the keys of subscriptions that exist for the person's row here. */
async function findPasses(db: Queryable, wanted: readonly PassOf[], maps: boolean) {
  const found = new Set<string>()
  const usable = wanted.filter(({ userId, id }) => !`${userId}${id}`.includes('\u0000'))
  const pass = rowOf(
    [sql`'users/' || named.person || '/subscriptions/' || named.id`, sql`'subscriptions/' || named.id`],
    maps,
  )
  const person = rowOf([sql`'users/' || named.person`, sql`'__auth__/' || named.person`], maps)
  for (let from = 0; from < usable.length; from += atOnce) {
    const some = usable.slice(from, from + atOnce)
    const texts = (pick: (one: PassOf) => string | null) => sql`${sql.param(some.map(pick))}::text[]`
    const { rows } = await db.execute<PassOf>(sql`
      select named.person as "userId", named.id
      from unnest(${texts(({ userId }) => userId)}, ${texts(({ id }) => id)}) as named (person, id)
      join ${subscriptions} own
        on own.id = coalesce(${pass}, named.id) and own.user_id is not distinct from coalesce(${person}, named.person)`)
    for (const row of rows) found.add(passKey(row))
  }
  return found
}
