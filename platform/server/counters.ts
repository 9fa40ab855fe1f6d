import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './context'

type Counter = {
  table: PgTable
  /** The columns of the key. */
  keys: readonly string[]
  /** The columns that are summed. */
  sums: readonly string[]
}

/**
 * Merges the rows of an additive counter table (triggers insert one row per change) into one row per key; keys that
 * sum to zero are removed. Rows inserted during the merge stay, and concurrent merges never take the same rows.
 */
export async function compactCounts(db: Queryable, { table, keys, sums }: Counter) {
  const columns = (names: readonly string[], of?: string) =>
    sql.join(
      names.map((name) => (of ? sql`${sql.identifier(of)}.${sql.identifier(name)}` : sql.identifier(name))),
      sql`, `,
    )
  const totals = sums.map((name) => sql`sum(${sql.identifier(name)})`)
  const isNothing = sql.join(
    totals.map((total) => sql`${total} = 0`),
    sql` and `,
  )
  await db.execute(sql`
    with several as (
      select ${columns(keys)} from ${table} group by ${columns(keys)} having count(*) > 1 or (${isNothing})
    ), taken as (
      delete from ${table} as counted using several
      where (${columns(keys, 'counted')}) = (${columns(keys, 'several')}) returning counted.*
    )
    insert into ${table} (${columns(keys)}, ${columns(sums)})
    select ${columns(keys)}, ${sql.join(totals, sql`, `)} from taken group by ${columns(keys)} having not (${isNothing})`)
}

/** The entry of `key`, made where there is none yet. */
export function entryOf<Entry>(entries: Map<string, Entry>, key: string, make: () => Entry): Entry {
  const existing = entries.get(key)
  if (existing) return existing
  const made = make()
  entries.set(key, made)
  return made
}
