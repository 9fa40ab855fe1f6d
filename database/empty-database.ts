import { migrate } from '@quaff/database/migrate'
import { openPgliteInThread } from '@quaff/platform/server/adapters/pglite/open-pglite'

/**
 * Returns an archive of the migrated, empty embedded database, from which `createEngine` starts. The template databases
 * are dropped: nothing uses them, they are a third of the files, and the single connection cannot vacuum them.
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
