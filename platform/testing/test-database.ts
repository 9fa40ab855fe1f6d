import type { Pool } from 'pg'
import type { Database } from '@quaff/platform/server'
import { makeEmbedded } from './database/embedded-database'
import { emptyTables, isLarge, listPartitions, readShape } from './database/emptying'
import { makePostgresCopy } from './database/postgres-template'
import type { ReusableDatabase } from './database/reusable-database'

export type TestDatabase = {
  db: Database
  pool: Pool
  /** Empties every table, the audit log included. */
  truncate(): Promise<void>
  close(): Promise<void>
}

/**
 * Returns a migrated, empty database until `close`: embedded, or on the server of TEST_DATABASE_URL. Closed databases
 * are emptied and reused by the next test of the worker with new connections and caches. Tests of a file may share
 * one if they use their own ids.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const database = idle.pop() ?? (await makeDatabase())
  const { db, pool, close: disconnect } = database.connect()
  await emptyTables(pool)
  let closing: Promise<void> | undefined
  const close = () => {
    leased.delete(close)
    return (closing ??= giveBack(database, pool, disconnect))
  }
  leased.add(close)
  return { db, pool, close, truncate: () => emptyTables(pool) }
}

/** PostgreSQL allows concurrent writers, so long samples run in full there; on the embedded database only in part. */
export const isOnPostgres = process.env['TEST_DATABASE_URL'] !== undefined

type LeasedDatabase = ReusableDatabase & { shape: string; partitions: readonly string[] }

const idle: LeasedDatabase[] = []
const leased = new Set<() => Promise<void>>()

async function makeDatabase(): Promise<LeasedDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL']
  const made = serverUrl ? await makePostgresCopy(serverUrl) : await makeEmbedded()
  const { pool, close } = made.connect()
  const [shape, partitions] = [await readShape(pool), await listPartitions(pool)]
  await close()
  return { ...made, shape, partitions }
}

/** A database with changed tables, functions or rights, or a disconnected one, is not reused. */
async function giveBack(database: LeasedDatabase, pool: Pool, disconnect: () => Promise<void>): Promise<void> {
  const isWhole = await restore(database, pool).catch(() => false)
  await disconnect()
  if (isWhole) idle.push(database)
  else await database.drop()
}

async function restore(database: LeasedDatabase, pool: Pool): Promise<boolean> {
  if (await isLarge(pool)) return false
  const added = (await listPartitions(pool)).filter((name) => !database.partitions.includes(name))
  if (added.length > 0) await pool.query(`drop table ${added.join(', ')}`)
  return (await readShape(pool)) === database.shape
}

/** Closes databases that a test file left open; `server-setup.ts` calls this after each file. */
export async function closeTestDatabases(): Promise<void> {
  await Promise.all([...leased].map((close) => close()))
}
