import type { ClientBase, Pool } from 'pg'

/**
 * Empties every table that holds a row, the audit log included. One that has grown beyond its first page is left without
 * a page: between pages the next rows would lie in no order. A small one keeps its page, and the engine its plans.
 */
export async function emptyTables(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Used>(`
    select relkind as kind, oid::regclass::text as name, relkind = 'r' and pg_relation_size(oid) > 8192 as grown from pg_class where relnamespace = 'public'::regnamespace
      and (relkind = 'r' and pg_relation_size(oid) > 0 or relkind = 'S' and pg_sequence_last_value(oid) is not null)`)
  if (rows.length === 0) return
  const counters = rows.filter(({ kind }) => kind === 'S').map(({ name }) => `alter sequence ${name} restart`)
  const tables = rows.filter(({ kind }) => kind === 'r').map(({ name }) => name)
  const deletions = tables.map((name) => `delete from ${name}`)
  // In replica mode triggers are inactive, including the one that protects the audit log.
  const statements = ['begin', 'set local session_replication_role = replica', ...deletions, ...counters, 'commit']
  await pool.query(statements.join('; '))
  const grown = rows.filter((row) => row.grown).map(({ name }) => name)
  if (grown.length > 0) await pool.query(`vacuum ${grown.join(', ')}`)
}

type Used = { kind: 'r' | 'S'; name: string; grown: boolean }

/** Making a new database takes less time than emptying this one. */
export async function isLarge(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ large: boolean }>(`select exists (select from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 3000000) as large`)
  return rows[0]?.large === true
}

/** Per catalog the column that names the table which a row belongs to. */
const catalogs = { pg_attribute: 'attrelid', pg_trigger: 'tgrelid', pg_constraint: 'conrelid', pg_policy: 'polrelid' }

/**
 * A difference means that tables, functions, triggers or rights have changed. Partitions are ignored: a row of a new
 * month creates one.
 */
export async function readShape(pool: Pick<ClientBase, 'query'>): Promise<string> {
  const counted = (from: string) => `(select count(*) || ' ' || max(x.xmin::text::bigint) from ${from})`
  const changes = Object.entries(catalogs).map(([catalog, table]) =>
    counted(
      `${catalog} x join pg_class on pg_class.oid = x.${table} where relnamespace = 'public'::regnamespace and not relispartition`,
    ),
  )
  const { rows } = await pool.query<{
    shape: string
  }>(`select concat_ws(', ', ${changes.join(', ')}, ${counted('pg_proc x')}, (
    select string_agg(relname || coalesce(relacl::text, ''), ' ' order by oid) from pg_class
    where relnamespace = 'public'::regnamespace and not relispartition)) as shape`)
  return rows[0]?.shape ?? ''
}

/** Months with partitions. */
export async function listPartitions(pool: Pick<ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relispartition and relkind = 'r'`)
  return rows.map(({ name }) => name)
}
