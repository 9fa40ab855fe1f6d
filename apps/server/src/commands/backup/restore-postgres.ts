import { join } from 'node:path'
import { openPostgres } from '@quaff/platform/server/adapters/postgres'
import { SettingsError } from '../../environment'
import { requireTool, runTool, withAddress } from './postgres-tools'
import { dumpName } from './take-postgres'

/** Restores the whole dump in one transaction, or nothing. */
export async function fillDatabase(connectionString: string, scratch: string, backup: string): Promise<void> {
  await requireEmpty(connectionString)
  const args = ['--single-transaction', '--no-owner', '--no-password', '--exit-on-error']
  await withAddress(connectionString, join(scratch, '.pgpass'), (address) =>
    runTool('pg_restore', [...args, `--dbname=${address}`, join(backup, 'dump', dumpName)]),
  )
}

async function requireEmpty(connectionString: string): Promise<void> {
  const database = openPostgres({ connectionString })
  try {
    await requireTool('pg_restore', database.pool)
    const { rows } = await database.pool.query<{ tables: number }>(
      `select count(*)::int as tables from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind in ('r', 'p') and nspname in ('public', 'drizzle')`,
    )
    const tables = rows[0]?.tables ?? 0
    if (tables > 0)
      throw new SettingsError(
        `The database in DATABASE_URL isn’t empty (${tables} tables). Create a new database and use that.`,
      )
  } finally {
    await database.close()
  }
}
