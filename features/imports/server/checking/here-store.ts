import { sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { importDocuments } from '../tables'

type Named<Ids> = { merchants: Ids; people: Ids }
/** Of those that documents name and do not hold, by the ids of the old system, who is here already. */
export type FindHere = (names: Named<readonly string[]>) => Promise<Named<ReadonlySet<string>>>

export const nobodyHere: FindHere = async () => ({ merchants: new Set(), people: new Set() })

const atOnce = 10_000

/** By their own ids, and by those that an earlier import gave them; also of a database that has no tables yet. */
export async function findHere(db: Queryable, names: Parameters<FindHere>[0]): ReturnType<FindHere> {
  const { rows } = await db.execute<{ ready: boolean }>(
    sql`select to_regclass('import_documents') is not null as ready`,
  )
  if (!rows[0]?.ready) return nobodyHere(names)
  return {
    merchants: await findIds(db, names.merchants, merchants, ['merchants/']),
    people: await findIds(db, names.people, users, ['users/', '__auth__/']),
  }
}

async function findIds(
  db: Queryable,
  ids: readonly string[],
  table: typeof merchants | typeof users,
  prefixes: readonly string[],
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
      join ${table} own on own.id = made.row_id`)
    for (const { id } of rows) found.add(id)
  }
  return found
}
