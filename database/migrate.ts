import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DatabaseError, type Pool, type PoolClient } from 'pg'

/** Any constant will do; every process of this application must use the same one. */
const lockKey = 7_230_511_846

/** The table in which drizzle keeps the migrations that were applied. */
const applied = 'drizzle.__drizzle_migrations'
/** Names of migrations have seconds. Rows of versions before that have milliseconds. */
const appliedAt = 'created_at / 1000 * 1000'

/** How long a statement waits for a table. Whoever comes after it waits behind it. */
const tableWaitMs = 1_000

/** Whoever holds a table longer than this is named by the error, and the server does not start. */
const patienceMs = 120_000

/**
 * Brings the schema up to date. Takes a session lock on the connection it works on, so that of several processes
 * starting together one migrates and the others find the work done. Each migration is a transaction of its own.
 */
export async function migrate(pool: Pool, folder: string = findMigrations()): Promise<void> {
  const client = await pool.connect()
  try {
    // An index of a large table takes longer than any request may.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await takeLock(client)
    try {
      for (const migration of await findPending(client, folder)) await apply(client, migration)
    } finally {
      await client.query('reset all')
      await client.query('select pg_advisory_unlock($1)', [lockKey])
    }
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Asks again and again: whoever waits inside a statement is waited for by an index that is made concurrently. */
async function takeLock(client: PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey])
    if (rows[0]?.taken) return
    await wait(100)
  }
}

async function findPending(client: PoolClient, folder: string): Promise<MigrationMeta[]> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists ${applied} (id serial primary key, hash text not null, created_at bigint)`)
  const { rows } = await client.query<{ latest: string | null }>(
    `select max(${appliedAt})::text as latest from ${applied}`,
  )
  const latest = Number(rows[0]?.latest ?? -1)
  return readMigrationFiles({ migrationsFolder: folder }).filter(({ folderMillis }) => folderMillis > latest)
}

async function apply(client: PoolClient, migration: MigrationMeta): Promise<void> {
  if (migration.sql.some(isConcurrent)) return applyConcurrently(client, migration)
  const giveUpAt = performance.now() + patienceMs
  for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, 5_000)) {
    try {
      return await applyAtOnce(client, migration)
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > giveUpAt) throw error
    }
    await wait(pauseMs)
  }
}

async function applyAtOnce(client: PoolClient, migration: MigrationMeta): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${tableWaitMs}`)
    for (const statement of migration.sql) await client.query(statement)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * What PostgreSQL refuses inside a transaction, statement by statement. It waits for others and lets nobody wait. One that
 * was interrupted is run again from its beginning: the rules of migrations see to it that this does no harm.
 */
async function applyConcurrently(client: PoolClient, migration: MigrationMeta): Promise<void> {
  for (const text of migration.sql) {
    // Of several statements in one message PostgreSQL makes a transaction.
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await client.query(statement)
  }
  await record(client, migration)
}

const record = (client: PoolClient, { hash, folderMillis }: MigrationMeta) =>
  client.query(`insert into ${applied} (hash, created_at) values ($1, $2)`, [hash, folderMillis])

const isConcurrent = (statement: string) => /\bindex\s+concurrently\b/i.test(statement)

const isLockTimeout = (error: unknown) => error instanceof DatabaseError && error.code === '55P03'

/** Beside the bundled server, or beside this file in development and tests. */
export function findMigrations(): string {
  const folder = fileURLToPath(new URL('migrations', import.meta.url))
  if (existsSync(folder)) return folder
  throw new Error(`The migrations folder is missing: ${folder}`)
}

/** Counts the migrations of the database that a later version of this program made. */
export async function countNewer(pool: Pool, folder: string = findMigrations()): Promise<number> {
  const newest = Math.max(...readMigrationTimes(folder))
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${applied} where ${appliedAt} > $1`,
    [newest],
  )
  return rows[0]?.count ?? 0
}

/** When each migration was made, in milliseconds, oldest first. */
export const readMigrationTimes = (folder: string = findMigrations()): number[] =>
  readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis)
