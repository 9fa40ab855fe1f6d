import { sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'
import type { IdLine } from '../../ids/contract'
import type { IdHere } from '../ids/given-ids'
import { findIdsHere } from '../ids/id-store'
import { importDocuments, importIds } from '../tables'

type Named<Ids, Below, Passes> = { merchants: Ids; people: Ids; plans: Below; locations: Below; subscriptions: Passes }
/** What stands below a merchant: its own id is nobody else's there, and may be somebody else's below another. */
export type BelowMerchant = { merchantId: string; id: string }
/** A pass of a person: its own id may be another person's pass as well. */
export type PassOf = { userId: string; id: string }
export const passKey = ({ userId, id }: PassOf) => JSON.stringify([userId, id])
export const belowKey = ({ merchantId, id }: BelowMerchant) => JSON.stringify([merchantId, id])
/** `ids`: what lines give to documents; asked for alone, before anything else. */
type Asked = Named<readonly string[], readonly BelowMerchant[], readonly PassOf[]> & { ids: readonly IdLine[] }
/** Of those that documents name and do not hold, by the ids of the old system, who is here already. */
export type FindHere = (
  names: Asked,
) => Promise<
  Named<ReadonlySet<string>, ReadonlySet<string>, ReadonlySet<string>> & { ids: ReadonlyMap<string, IdHere> }
>

export const noNamesAsked: Asked = { merchants: [], people: [], plans: [], locations: [], subscriptions: [], ids: [] }

export const nobodyHere: FindHere = async () => ({
  merchants: new Set(),
  people: new Set(),
  plans: new Set(),
  locations: new Set(),
  subscriptions: new Set(),
  ids: new Map(),
})

const atOnce = 10_000

/** By their own ids, and by those that an earlier import gave them; also of a database that has no tables yet. */
export async function findHere(db: Queryable, names: Parameters<FindHere>[0]): ReturnType<FindHere> {
  const { rows } = await db.execute<{ ready: boolean; maps: boolean }>(
    sql`select to_regclass('import_documents') is not null as ready, to_regclass('import_ids') is not null as maps`,
  )
  const [{ ready, maps } = { ready: false, maps: false }] = rows
  if (!ready) return nobodyHere(names)
  return {
    // A database of before has given none.
    ids: maps ? await findIdsHere(db, names.ids) : new Map(),
    merchants: await findIds(db, names.merchants, merchants, ['merchants/'], maps),
    people: await findIds(db, names.people, users, ['users/', '__auth__/'], maps),
    plans: await findBelow(db, names.plans, subscriptionPlans, planPaths),
    locations: await findBelow(db, names.locations, locations, locationPaths),
    subscriptions: await findPasses(db, names.subscriptions),
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
  // What no column takes names nobody.
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

const planPaths = sql`array['merchants/' || named.merchant || '/subscriptionPlans/' || named.id]`
const locationPaths = sql`array['merchants/' || named.merchant || '/locations/' || named.id, 'locations/' || named.id]`

/** The keys of those that are here. */
async function findBelow(
  db: Queryable,
  wanted: readonly BelowMerchant[],
  table: typeof subscriptionPlans | typeof locations,
  paths: SQL,
): Promise<Set<string>> {
  const found = new Set<string>()
  const usable = wanted.filter(({ merchantId, id }) => !(merchantId + id).includes('\u0000'))
  for (let from = 0; from < usable.length; from += atOnce) {
    const some = usable.slice(from, from + atOnce)
    const texts = (pick: (one: BelowMerchant) => string) => sql`${sql.param(some.map(pick))}::text[]`
    const { rows } = await db.execute<{ merchantId: string; id: string }>(sql`
      select named.merchant as "merchantId", named.id
      from unnest(${texts(({ merchantId }) => merchantId)}, ${texts(({ id }) => id)}) as named (merchant, id)
      where exists (select from ${table} own where own.id = named.id and own.merchant_id = named.merchant)
        or exists (select from ${importDocuments} made join ${table} own on own.id = made.row_id
          where made.path = any(${paths}))`)
    for (const row of rows) found.add(belowKey(row))
  }
  return found
}

async function findPasses(db: Queryable, wanted: readonly PassOf[]): Promise<Set<string>> {
  const found = new Set<string>()
  const usable = wanted.filter(({ userId, id }) => !(userId + id).includes('\u0000'))
  for (let from = 0; from < usable.length; from += atOnce) {
    const some = usable.slice(from, from + atOnce)
    const texts = (pick: (one: PassOf) => string) => sql`${sql.param(some.map(pick))}::text[]`
    const { rows } = await db.execute<PassOf>(sql`
      select named.person as "userId", named.id
      from unnest(${texts(({ userId }) => userId)}, ${texts(({ id }) => id)}) as named (person, id)
      where exists (select from ${subscriptions} own where own.id = named.id and own.user_id = named.person)
        or exists (select from ${importDocuments} made join ${subscriptions} own on own.id = made.row_id
          where made.path = any(array['users/' || named.person || '/subscriptions/' || named.id]))`)
    for (const row of rows) found.add(passKey(row))
  }
  return found
}
