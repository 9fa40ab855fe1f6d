import { getTableColumns, sql, type InferInsertModel, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from './context'

/**
 * Where documents of one kind come to lie. Versions are those of the rows, or a number that follows from all that stands in
 * a row of a table without: another one says that somebody has changed it.
 */
export type ImportedRows<Row> = {
  /** Of a row that is to be written: what it is found by, "merchant/promotion" where that takes two. */
  idOf(row: Row): string
  /** Those of these that are there, locked until the transaction ends. */
  versions(tx: Transaction, ids: readonly string[]): Promise<Map<string, number | null>>
  /** Writes new rows and replaces those that are there; the versions after it. No id may come twice. */
  write(tx: Transaction, rows: readonly Row[]): Promise<Map<string, number | null>>
  /** What an import made; the caller holds them, and has looked that nobody changed them. */
  remove(tx: Transaction, ids: readonly string[]): Promise<void>
}

/** Of a whole table; the caller is its owner. Columns of which the rows do not speak stay as they are. */
export function importedRows<T extends PgTable>(
  table: T,
  keys: readonly PgColumn[],
  version: PgColumn | null = null,
): ImportedRows<InferInsertModel<T>> {
  const columns = Object.entries(getTableColumns(table))
  const keyNames = columns.filter(([, column]) => keys.includes(column)).map(([name]) => name)
  const id = sql.join([...keys], sql` || '/' || `)
  const found = { id: sql<string>`${id}`, version: sql<number | null>`${version ?? contentOf(columns)}` }
  const wanted = (ids: readonly string[]) => sql`${id} = any(${sql.param([...ids])}::text[])`
  const asMap = (rows: { id: string; version: number | null }[]) => new Map(rows.map((row) => [row.id, row.version]))

  /** `excluded` is what would have been inserted. */
  function replaced(rows: readonly object[]): Record<string, SQL> {
    const named = new Set(rows.flatMap((row) => Object.keys(row)))
    const changed = columns.filter(([name, column]) => named.has(name) && !keys.includes(column) && column !== version)
    const set = changed.map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`] as const)
    return { ...Object.fromEntries(set), ...(version ? { version: sql`${version} + 1` } : {}) }
  }

  return {
    idOf: (row) => keyNames.map((name) => String(Reflect.get(row, name))).join('/'),
    async versions(tx, ids) {
      return asMap(
        await tx
          .select(found)
          .from(table as PgTable)
          .where(wanted(ids))
          .orderBy(...keys)
          .for('update'),
      )
    },
    async write(tx, rows) {
      if (rows.length === 0) return new Map()
      const written = tx.insert<PgTable>(table).values([...rows])
      return asMap(await written.onConflictDoUpdate({ target: [...keys], set: replaced(rows) }).returning(found))
    },
    async remove(tx, ids) {
      if (ids.length > 0) await tx.delete(table).where(wanted(ids))
    },
  }
}

/** A number of 32 bits for what stands in a row. Columns that come later change it only where something stands in them. */
function contentOf(columns: readonly (readonly [string, PgColumn])[]): SQL {
  const named = columns.map(([, column]) => {
    // A time is written as the session's zone has it; its seconds are the same everywhere.
    const value = column.getSQLType().startsWith('timestamp') ? sql`extract(epoch from ${column})` : sql`${column}`
    return sql`${sql.raw(`'${column.name}'`)}, ${value}`
  })
  const content = sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(named, sql`, `)}))`
  return sql`('x' || left(md5(${content}::text), 8))::bit(32)::integer`
}
