import { sql } from 'drizzle-orm'
import type { Database, Queryable } from '../context'

type Values = Record<string, string | number>

interface Query<Row> extends PromiseLike<Row[]> {
  prepare(name: string): Prepared<Row>
}
type Prepared<Row> = { execute(values: Values): Promise<Row[]> }

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
