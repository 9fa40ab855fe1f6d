import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DatabaseError, type Pool, type PoolClient } from 'pg'

/** An arbitrary constant. All processes of this application must use the same one. */
const lockKey = 7_230_511_846

/** drizzle's table of applied migrations. */
const applied = 'drizzle.__drizzle_migrations'
/** Migration names have seconds. Rows of earlier versions have milliseconds. */
const appliedAt = 'created_at / 1000 * 1000'

/** Maximum wait of a statement for a table lock, because later statements queue behind it. */
const tableWaitMs = 1_000

/** After this time the error names the process that holds the table, and the server does not start. */
const patienceMs = 120_000

/**
 * Applies pending migrations, each in its own transaction. A session lock lets one of several starting processes
 * migrate; the others then find nothing to do.
 *
 * @throws if a newer version changed the schema so that this one can't work with it
 */
export async function migrate(pool: Pool, folder: string = findMigrations()): Promise<void> {
  const client = await pool.connect()
  try {
    // Creating an index on a large table exceeds the statement timeout.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await takeLock(client)
    try {
      await refuseNewer(client, folder)
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

/** Polls, because a concurrent index build waits for every session that waits inside a statement. */
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
      if (!isBlocked(error) || performance.now() > giveUpAt) throw error
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
 * Runs statements that PostgreSQL rejects inside a transaction. They wait for other sessions without blocking them. An
 * interrupted migration runs again from its beginning, which the rules of migrations make safe.
 */
async function applyConcurrently(client: PoolClient, migration: MigrationMeta): Promise<void> {
  for (const text of migration.sql) {
    // PostgreSQL runs several statements of one message in a transaction.
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await client.query(statement)
  }
  await record(client, migration)
}

async function record(client: PoolClient, { hash, folderMillis, sql }: MigrationMeta): Promise<void> {
  await client.query(`insert into ${applied} (hash, created_at) values ($1, $2)`, [hash, folderMillis])
  const number = needs.exec(sql.join('\n'))?.[1]
  if (!number) return
  await client.query(`create table if not exists ${needed} (number text not null)`)
  await client.query(`insert into ${needed} values ($1)`, [number])
}

/** In a migration: servers that lack the migration of this number can't work with the schema that it leaves. */
const needs = /^-- needs (\d{14})$/m
const needed = 'drizzle.needed_migrations'

async function refuseNewer(client: PoolClient, folder: string): Promise<void> {
  const number = await findLacking(client, folder)
  if (number === null) return
  throw new Error(
    `A newer version changed the database, and this version can’t work with it: it lacks migration ${number}. ` +
      'Start the newer version again, or restore a backup from before the update.',
  )
}

/** Returns the number of a migration that the database needs and this program doesn't have, or null. */
export async function findLacking(db: Pick<Pool, 'query'>, folder: string = findMigrations()): Promise<string | null> {
  const exists = `select to_regclass('${needed}') is not null as exists`
  if (!(await db.query<{ exists: boolean }>(exists)).rows[0]?.exists) return null
  const { rows } = await db.query<{ number: string | null }>(`select max(number) as number from ${needed}`)
  const number = rows[0]?.number ?? ''
  const newest = readMigrationFiles({ migrationsFolder: folder }).at(-1)?.name ?? ''
  return number > newest ? number : null
}

const isConcurrent = (statement: string) => /\bindex\s+concurrently\b/i.test(statement)

/** By a lock timeout or a deadlock. */
const isBlocked = (error: unknown) => error instanceof DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')

/** Finds the folder next to the bundled server, or next to this file in development and tests. */
export function findMigrations(): string {
  const folder = fileURLToPath(new URL('migrations', import.meta.url))
  if (existsSync(folder)) return folder
  throw new Error(`The migrations folder is missing: ${folder}`)
}

/** Counts applied migrations that are newer than this program. */
export async function countNewer(pool: Pool): Promise<number> {
  const newest = Math.max(...readMigrationTimes())
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${applied} where ${appliedAt} > $1`,
    [newest],
  )
  return rows[0]?.count ?? 0
}

/** Returns the creation times of migrations in milliseconds, oldest first. */
export const readMigrationTimes = (folder: string = findMigrations()): number[] =>
  readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis)
