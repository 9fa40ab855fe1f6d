import { migrate } from '@quaff/database/migrate'
import { openPgliteInThread } from '@quaff/platform/server/adapters/pglite/open-pglite'

/**
 * An archive of the embedded database, migrated and empty, for `createEngine` to begin with. It lacks the two databases
 * that others are made from: nobody makes any, they are a third of the files, and the one connection cannot vacuum them.
 */
export async function dumpEmptyDatabase(): Promise<Buffer> {
  const { pool, engine, close } = await openPgliteInThread({ folder: null })
  await migrate(pool)
  await pool.query('update pg_database set datistemplate = false where datname <> current_database()')
  for (const name of ['template0', 'template1']) await pool.query(`drop database ${name}`)
  await pool.query('checkpoint')
  const archive = await engine.dumpDataDir('none')
  await close()
  return Buffer.from(await archive.arrayBuffer())
}
