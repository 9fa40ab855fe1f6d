import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './context'

type Counter = {
  table: PgTable
  /** What is counted by: columns of the database. */
  keys: readonly string[]
  /** What its rows add up to. */
  sums: readonly string[]
}

/**
 * Of a table whose rows add up (triggers add one with each change): one row for each key again, and none where nothing
 * is left. What is added meanwhile stays beside them; two at once never take the same row.
 */
export async function compactCounts(db: Queryable, { table, keys, sums }: Counter): Promise<void> {
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
  const known = entries.get(key)
  if (known) return known
  const made = make()
  entries.set(key, made)
  return made
}
