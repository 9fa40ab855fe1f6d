import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** Multiplies a numeric by the factor of the row's currency. */
export type Scale = (amount: SQL) => SQL

/** A stored amount: how it is read, and what its column becomes. */
export type StoredAmount = { column: PgColumn; amount: SQL; value: (scale: Scale) => SQL }

/** Amounts of a table that have one currency in each row. All amounts of the product are declared by such tables. */
export type AmountTable = {
  table: PgTable
  /** Lower case. */
  currency: SQL
  /** Further condition for the rows. */
  where?: SQL
  /** Of tables that grow without bound: they are converted in its order, a slice at a time. */
  key?: PgColumn
  /** Must come out whole. */
  amounts?: readonly StoredAmount[]
  /** Sums and equivalents, which are rounded; their counters are repaired afterwards. */
  derived?: readonly Pick<StoredAmount, 'column' | 'value'>[]
  /** Triggers that would count each changed row. */
  pausedTriggers?: readonly string[]
  /** Small, and has a row for each currency in use. */
  isIndex?: boolean
}

export const codeIn = (column: PgColumn, ...path: string[]): SQL =>
  path.length === 0 ? sql`lower(${column})` : sql`lower(${column} #>> ${pathOf(path)})`

export const columnAmount = (column: PgColumn): StoredAmount => ({
  column,
  amount: sql`${column}::numeric`,
  value: (scale) => scale(sql`${column}::numeric`),
})

export const derivedAmount = (column: PgColumn): Pick<StoredAmount, 'column' | 'value'> => ({
  column,
  value: (scale) => sql`round(${scale(sql`${column}::numeric`)})`,
})

/** A number in a JSON document; documents without it stay as they are. */
export function jsonAmount(column: PgColumn, ...path: string[]): StoredAmount {
  const at = pathOf(path)
  const isNumber = sql`jsonb_typeof(${column} #> ${at}) = 'number'`
  const amount = sql`case when ${isNumber} then (${column} #>> ${at})::numeric end`
  return {
    column,
    amount,
    value: (scale) =>
      sql`case when ${isNumber} then jsonb_set(${column}, ${at}, to_jsonb(trim_scale(${scale(amount)}))) else ${column} end`,
  }
}

const pathOf = (path: readonly string[]) => sql`${`{${path.join(',')}}`}::text[]`
