import { getTableColumns, sql, type InferInsertModel, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from './context'

/**
 * Target table of imported documents. A version is the row's version or a hash of its content; a different version
 * means that the row was edited.
 */
export type ImportedRows<Row> = {
  /** The key of a row that is to be written; "merchant/promotion" for a key of two parts. */
  idOf(row: Row): string
  /** Returns the versions of the existing rows and locks them. */
  versions(tx: Transaction, ids: readonly string[]): Promise<Map<string, number | null>>
  /** Writes new rows and replaces those that are there; the versions after it. No id may come twice. */
  write(tx: Transaction, rows: readonly Row[]): Promise<Map<string, number | null>>
  /** Removes imported rows. The caller has locked them and checked that they were not edited. */
  remove(tx: Transaction, ids: readonly string[]): Promise<void>
}

/** Writes whole rows of a table of the calling feature. Columns without a value in the import are unchanged. */
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

/** A 32-bit hash of a row's content. Columns that are added later change it only if they have a value. */
function contentOf(columns: readonly (readonly [string, PgColumn])[]) {
  const named = columns.map(([, column]) => {
    // A time is written as the session's zone has it; its seconds are the same everywhere.
    const value = column.getSQLType().startsWith('timestamp') ? sql`extract(epoch from ${column})` : sql`${column}`
    return sql`${sql.raw(`'${column.name}'`)}, ${value}`
  })
  const content = sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(named, sql`, `)}))`
  return sql`('x' || left(md5(${content}::text), 8))::bit(32)::integer`
}
