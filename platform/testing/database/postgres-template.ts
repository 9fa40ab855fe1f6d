import { randomBytes } from 'node:crypto'
import { Client, Pool } from 'pg'
import { findMigrations, migrate } from '@quaff/database/migrate'
import { openPostgres } from '@quaff/platform/server/adapters/postgres'
import { hashMigrations } from './migration-hash'
import type { ReusableDatabase } from './reusable-database'

const templateLock = 7_230_511_847

/** A new database on a real server, copied from a migrated template. */
export async function makePostgresCopy(serverUrl: string): Promise<ReusableDatabase> {
  const template = `quaff_template_${hashMigrations(findMigrations())}`
  const name = `quaff_test_${randomBytes(8).toString('hex')}`
  await administer(serverUrl, async (admin) => {
    // The template can be copied only while it has no connections, so one at a time.
    await admin.query('select pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1 and datistemplate', [template])
    if (!rowCount) await makeTemplate(serverUrl, admin, template)
    await admin.query(`create database ${name} template ${template}`)
  })
  return {
    connect: () => openPostgres({ connectionString: urlOf(serverUrl, name), max: 8 }),
    drop: () => administer(serverUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`)),
  }
}

async function makeTemplate(serverUrl: string, admin: Client, template: string): Promise<void> {
  await admin.query(`drop database if exists ${template} with (force)`)
  await admin.query(`create database ${template}`)
  const pool = new Pool({ connectionString: urlOf(serverUrl, template), max: 2 })
  pool.on('error', () => {})
  await migrate(pool)
  await pool.end()
  await admin.query(`alter database ${template} is_template true`)
}

async function administer(serverUrl: string, work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client({ connectionString: serverUrl })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
