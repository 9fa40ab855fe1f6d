import { sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { Database, Queryable } from '../context'

type Values = Record<string, string | number>

interface Query<Row> extends PromiseLike<Row[]> {
  prepare(name: string): Prepared<Row>
}
interface TextQuery<Row> extends Query<Row> {
  toSQL(): { sql: string }
}
type Prepared<Row> = { execute(values?: Values): Promise<Row[]> }

/**
 * A read whose SQL never varies: it is built once for each database, so that a call costs only its values. In a
 * transaction it is built each time. `name` must be unique: the database knows the statement by it.
 */
export function preparedRead<V extends Values, Row>(
  name: string,
  names: readonly (keyof V & string)[],
  build: (db: Queryable, parameters: V) => Query<Row>,
): (db: Queryable, values: V) => Promise<Row[]> {
  // drizzle accepts a placeholder in place of any value.
  const placeholders: object = Object.fromEntries(names.map((each) => [each, sql.placeholder(each)]))
  const prepared = new WeakMap<Database, Prepared<Row>>()
  return async (db, values) => {
    if (!('$batching' in db)) return build(db, values)
    const existing = prepared.get(db)
    if (existing) return existing.execute(values)
    const made = build(db, placeholders as V).prepare(name)
    prepared.set(db, made)
    return made.execute(values)
  }
}

/** A kept query is some 40 KB, and each connection stores every name. */
const most = { kept: 200, names: 300 }
const named = new Set<string>()
const repeated = new WeakMap<Database, Map<string, Prepared<unknown> | null>>()

/**
 * A read that is often repeated with equal inputs, such as the first page of a list: from the third time on it is not
 * built again. `inputs` names the read and holds all that its SQL and values depend on. In a transaction it is built
 * each time.
 */
export async function repeatedRead<Row>(
  db: Queryable,
  inputs: readonly [name: string, ...unknown[]],
  build: () => TextQuery<Row>,
): Promise<Row[]> {
  if (!('$batching' in db)) return build()
  const kept = repeated.get(db) ?? new Map<string, Prepared<unknown> | null>()
  repeated.set(db, kept)
  const key = JSON.stringify(inputs)
  const existing = kept.get(key)
  const query = existing ? null : build()
  const prepared = existing ?? (query && kept.has(key) ? prepareByText(query) : null)
  // Set again, so that the one whose last use is oldest comes first.
  kept.delete(key)
  kept.set(key, prepared)
  for (const oldest of kept.keys()) {
    if (kept.size <= most.kept) break
    kept.delete(oldest)
  }
  return (existing?.execute() ?? query ?? []) as Promise<Row[]>
}

/** The name of a statement in the database: the same for the same text in every connection and process. */
export const statementName = (text: string): string => createHash('sha1').update(text).digest('base64url')

function prepareByText<Row>(query: TextQuery<Row>) {
  const name = statementName(query.toSQL().sql)
  if (named.size >= most.names && !named.has(name)) return null
  named.add(name)
  return query.prepare(name)
}
