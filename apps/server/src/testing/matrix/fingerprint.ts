import type { Pool, QueryConfig, QueryResultRow } from 'pg'

/**
 * A refused call may write how often it was tried, what a system was refused, when a key was last used, and that the
 * challenge of a passkey was answered.
 */
const bookKeeping = ['rate_limits', 'event_sources', 'event_refusals']
const isCounted = `to_jsonb(t) ->> ''purpose'' is distinct from ''passkey_challenge''`

type Row = Record<string, string>

/** One hash over all rows of all tables; any change to them changes it. */
export async function fingerprinter(pool: Pool): Promise<() => Promise<string>> {
  const { rows } = await pool.query<Row>(
    `select format('coalesce((select md5(string_agg(row::text, chr(10) order by row::text)) from (select to_jsonb(t) - array[''last_used_at'', ''last_seen_at''] as row from %I t where ${isCounted}) rows), %L)', tablename, '') as part
     from pg_tables where schemaname = 'public' and tablename <> all ($1) order by tablename`,
    [bookKeeping],
  )
  // A function takes at most 100 arguments, an array takes any number of tables.
  const text = `select array_to_string(array[${rows.map(({ part }) => part).join(', ')}], ',') as print`
  return async () => {
    const [row] = await queryKeepingClient<Row>(pool, { name: 'fingerprint', text })
    return row?.['print'] ?? ''
  }
}

/** Works within an aborted transaction too, without closing the connection that all cases share. */
export async function queryKeepingClient<R extends QueryResultRow>(pool: Pool, query: QueryConfig): Promise<R[]> {
  const client = await pool.connect()
  try {
    return (await client.query<R>(query)).rows
  } finally {
    client.release()
  }
}

/** Compares before and after a call: if the database rejected a value, nothing can have been written. */
export const unlessAborted =
  <Read>(before: Read) =>
  (error: unknown): Read => {
    if (error instanceof Error && 'code' in error && error.code === '25P02') return before
    throw error
  }
