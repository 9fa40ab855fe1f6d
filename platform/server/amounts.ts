import { getTableName, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Queryable, Transaction } from './context'

/** Number of decimals by which the amounts of a currency move: 2 multiplies by 100, -2 divides. */
export type DecimalSteps = ReadonlyMap<string, number>

export type AmountCount = { table: string; currency: string; rows: number; unfit: number; examples: string[] }

const rowsPerSlice = 50_000
const examplesPerTable = 20

/** Largest exact values of the columns and of JavaScript numbers. */
const largest = { PgInteger: 2_147_483_647n, other: BigInt(Number.MAX_SAFE_INTEGER) } as const

/** Returns those of the currencies that have amounts. Reads small tables only. */
export async function findCurrencies(db: Queryable, tables: readonly AmountTable[], codes: readonly string[]) {
  const found = new Set<string>()
  for (const { table, currency, where } of tables.filter(({ isIndex }) => isIndex)) {
    const { rows } = await db.execute<{ code: string }>(sql`select distinct ${currency} as code from ${table}
      where ${currency} = any(${sql.param([...codes])}::text[]) and ${where ?? sql`true`}`)
    for (const { code } of rows) found.add(code)
  }
  return [...found].sort()
}

/** Counts the rows of each currency, and those whose amounts would lose a fraction or do not fit. */
export async function countAmounts(
  db: Queryable,
  tables: readonly AmountTable[],
  steps: DecimalSteps,
): Promise<AmountCount[]> {
  const counts: AmountCount[] = []
  for (const one of tables.filter(isConverted)) {
    const unfit = unfitIn(one)
    const { rows } = await db.execute<{ code: string; rows: string; unfit: string }>(sql`
      select factor.code, count(*)::text as rows, count(*) filter (where ${unfit})::text as unfit
      from ${one.table}, ${factorsOf(steps)} where ${rowsOf(one)} group by 1 order by 1`)
    for (const row of rows) {
      const examples = row.unfit === '0' ? [] : await listUnfit(db, one, steps, row.code)
      const table = getTableName(one.table)
      counts.push({ table, currency: row.code, rows: Number(row.rows), unfit: Number(row.unfit), examples })
    }
  }
  return counts
}

async function listUnfit(db: Queryable, one: AmountTable, steps: DecimalSteps, code: string) {
  const { rows } = await db.execute<{ row: string }>(sql`
    select concat_ws(' ', ${sql.join(keysOf(one), sql`, `)}) as row from ${one.table}, ${factorsOf(steps)}
    where ${rowsOf(one)} and factor.code = ${code} and ${unfitIn(one)} order by 1 limit ${examplesPerTable}`)
  return rows.map(({ row }) => row)
}

/** Converts every row of the currencies. `onProgress` hears of each slice. */
export async function convertAmounts(
  tx: Transaction,
  tables: readonly AmountTable[],
  steps: DecimalSteps,
  onProgress: (table: string, rows: number) => void,
) {
  for (const one of tables.filter(isConverted)) {
    const name = getTableName(one.table)
    const triggers = (one.pausedTriggers ?? []).map((trigger) => sql.identifier(trigger))
    for (const trigger of triggers) await tx.execute(sql`alter table ${one.table} disable trigger ${trigger}`)
    let done = 0
    for await (const slice of slicesOf(tx, one)) {
      done += await convertSlice(tx, one, steps, slice)
      onProgress(name, done)
    }
    for (const trigger of triggers) await tx.execute(sql`alter table ${one.table} enable trigger ${trigger}`)
  }
}

async function* slicesOf(tx: Transaction, { table, key }: AmountTable): AsyncGenerator<SQL> {
  if (!key) return yield sql`true`
  for (let after = ''; ;) {
    const { rows } = await tx.execute<{ through: string | null }>(sql`
      select max(slice.key) as through
      from (select ${key} as key from ${table} where ${key} > ${after} order by ${key} limit ${rowsPerSlice}) slice`)
    const through = rows[0]?.through
    if (through == null) return
    yield sql`${key} > ${after} and ${key} <= ${through}`
    after = through
  }
}

async function convertSlice(tx: Transaction, one: AmountTable, steps: DecimalSteps, slice: SQL) {
  const changes = [...(one.amounts ?? []), ...(one.derived ?? [])].map(
    ({ column, value }) => sql`${sql.identifier(column.name)} = ${value(scale)}`,
  )
  const { rows } = await tx.execute<{ rows: string }>(sql`
    with changed as (update ${one.table} set ${sql.join(changes, sql`, `)} from ${factorsOf(steps)}
      where ${rowsOf(one)} and ${slice} returning 1)
    select count(*)::text as rows from changed`)
  return Number(rows[0]?.rows)
}

const isConverted = ({ amounts = [], derived = [] }: AmountTable) => amounts.length + derived.length > 0
const scale: Scale = (amount) => sql`(${amount} * factor.times)`
const rowsOf = ({ currency, where }: AmountTable) => sql`${currency} = factor.code and ${where ?? sql`true`}`

/** The exact factor as text: a hundredth has no exact binary form. */
function factorsOf(steps: DecimalSteps) {
  const rows = [...steps].map(([code, step]) => {
    const times = step >= 0 ? `1${'0'.repeat(step)}` : `0.${'0'.repeat(-step - 1)}1`
    return sql`(${code}::text, ${times}::numeric)`
  })
  return sql`(values ${sql.join(rows, sql`, `)}) as factor (code, times)`
}

function unfitIn({ amounts = [] }: AmountTable) {
  const errors = amounts.map(({ column, amount }: StoredAmount) => {
    const scaled = scale(sql`(${amount})`)
    const most = column.columnType === 'PgInteger' ? largest.PgInteger : largest.other
    return sql`coalesce(${scaled} <> trunc(${scaled}) or abs(${scaled}) > ${String(most)}::numeric, false)`
  })
  return errors.length === 0 ? sql`false` : sql`(${sql.join(errors, sql` or `)})`
}

function keysOf({ table }: AmountTable) {
  const { columns, primaryKeys } = getTableConfig(table)
  return primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
}

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
  /** Needed for tables that grow without bound: they are converted in slices in the order of this key. */
  key?: PgColumn
  /** Must come out whole. */
  amounts?: readonly StoredAmount[]
  /** Totals and converted amounts, which are rounded. Their counters are repaired afterwards. */
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

/** A number in a JSON document. Documents without it are unchanged. */
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
