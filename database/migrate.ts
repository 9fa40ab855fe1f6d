import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'

/** Any constant will do; every process of this application must use the same one. */
const lockKey = 7_230_511_846

/**
 * Brings the schema up to date. Takes a session lock on the connection it works on, so that of several processes
 * starting together one migrates and the others find the work done.
 */
export async function migrate(pool: Pool, folder: string = findMigrations()): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    try {
      await applyMigrations(drizzle(client), { migrationsFolder: folder })
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lockKey])
    }
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Beside the bundled server, or beside this file in development and tests. */
export function findMigrations(): string {
  const folder = fileURLToPath(new URL('migrations', import.meta.url))
  if (existsSync(folder)) return folder
  throw new Error(`The migrations folder is missing: ${folder}`)
}

/** When each of the migrations was made, as the journal and the database name them; in the journal's order. */
export async function readMigrationTimes(folder: string = findMigrations()): Promise<number[]> {
  const journal: { entries: { when: number }[] } = JSON.parse(
    await readFile(join(folder, 'meta', '_journal.json'), 'utf8'),
  )
  return journal.entries.map((entry) => entry.when)
}
