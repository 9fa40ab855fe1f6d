import { getTableColumns, sql, type InferInsertModel, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/**
 * `insert into <table> (…) select … from unnest(…)`, for `on conflict` clauses. One array per column keeps the
 * statement constant for any number of rows, and plans faster than one parameter per value. All rows have the fields
 * of the first. A column without values is left out unless it has a default.
 */
export function insertRows<Table extends PgTable>(
  table: Table,
  rows: readonly Partial<InferInsertModel<Table>>[],
): SQL {
  const filled = columnsOf(table, Object.keys(rows[0] ?? {})).flatMap(([name, column]) => {
    const values = rows.map((row) => {
      const value: unknown = row[name as keyof typeof row]
      return value === null || value === undefined ? null : elementOf(column, value)
    })
    return column.hasDefault || values.some((value) => value !== null) ? [{ column, values }] : []
  })
  const arrays = filled.map(({ column, values }) => sql`${arrayText(values)}::${sql.raw(column.getSQLType())}[]`)
  const names = filled.map(({ column }) => sql.identifier(column.name))
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) select * from unnest(${sql.join(arrays, sql`, `)})`
}

/** `a = excluded.a, …`: of a row that is there already these fields take what was to be inserted. */
export function replaceFields<Table extends PgTable>(
  table: Table,
  fields: readonly (keyof InferInsertModel<Table> & string)[],
): SQL {
  const columns = columnsOf(table, fields).map(([, { name }]) => sql.identifier(name))
  return sql.join(
    columns.map((column) => sql`${column} = excluded.${column}`),
    sql`, `,
  )
}

/** The driver turns documents and arrays into text, but not those within an array. */
function elementOf(column: PgColumn, value: unknown): unknown {
  const sent: unknown = column.mapToDriverValue(value)
  if (column.dataType === 'object json') return JSON.stringify(sent)
  return Array.isArray(sent) ? arrayText(sent) : sent
}

function columnsOf(table: PgTable, fields: readonly string[]) {
  const columns = getTableColumns(table)
  return fields.flatMap((field) => {
    const column = columns[field]
    return column ? [[field, column] as const] : []
  })
}

/** Signs that mean nothing within an array, so that a value of these alone needs no quotes. */
const plain = /^[\w.:+@/-]+$/
const isWordForNothing = (text: string) => text.length === 4 && text.toLowerCase() === 'null'

/**
 * An array of one column as PostgreSQL reads it: `{a,b,NULL}`. The driver's own way puts quotes around each value and looks
 * through it twice, which for a thousand rows of ten columns is a good part of sending them. Values are what
 * `mapToDriverValue` makes: text, numbers, booleans, or null.
 */
export function arrayText(values: readonly unknown[]): string {
  return `{${values.map(elementText).join(',')}}`
}

function elementText(value: unknown) {
  if (value === null || value === undefined) return 'NULL'
  const text = textOf(value)
  if (plain.test(text) && !isWordForNothing(text)) return text
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

function textOf(value: unknown) {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return `${value}`
  throw new TypeError(`An array holds no ${typeof value}`)
}
