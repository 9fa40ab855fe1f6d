import type { Pool } from 'pg'
import { openPgliteInThread } from '@quaff/platform/server/adapters/pglite/open-pglite'
import type { Database } from '@quaff/platform/server/context'
import { embeddedSnapshot } from './database/embedded-snapshot'
import { createPostgresCopy } from './database/postgres-template'

export type TestDatabase = {
  db: Database
  pool: Pool
  /** Empties every table, the audit log included. */
  truncate(): Promise<void>
  close(): Promise<void>
}

/**
 * A migrated, empty database of the caller's own: embedded, or on the server of TEST_DATABASE_URL.
 * Tests of one file may share it if each makes its own rows under new ids.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL']
  const opened = serverUrl
    ? await createPostgresCopy(serverUrl)
    : await openPgliteInThread({ folder: null, snapshot: await embeddedSnapshot() })
  const { db, pool } = opened
  let closing: Promise<void> | undefined
  const close = () => {
    openDatabases.delete(close)
    return (closing ??= opened.close())
  }
  openDatabases.add(close)
  return { db, pool, close, truncate: () => truncateAll(pool) }
}

const openDatabases = new Set<() => Promise<void>>()

/** What a test file forgot to close; `server-setup.ts` calls this after each file. */
export async function closeTestDatabases(): Promise<void> {
  await Promise.all([...openDatabases].map((close) => close()))
}

async function truncateAll(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    )
    await client.query('begin')
    // As a replica applies changes, triggers stay silent: the one that keeps the audit log whole included.
    await client.query('set local session_replication_role = replica')
    await client.query(`truncate ${rows.map((row) => row.name).join(', ')} restart identity cascade`)
    await client.query('commit')
  } finally {
    client.release()
  }
}
