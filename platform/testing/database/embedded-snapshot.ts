import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dumpEmptyDatabase } from '@quaff/database/empty-database'
import { findMigrations } from '@quaff/database/migrate'
import { hashMigrations } from './migration-hash'

const cacheFolder = fileURLToPath(new URL('../../../node_modules/.cache/quaff', import.meta.url))

/** Path of a migrated, empty database; made once per set of migrations. */
export async function embeddedSnapshot(): Promise<string> {
  const path = join(cacheFolder, `empty-database-${hashMigrations(findMigrations())}.tar`)
  if (existsSync(path)) return path
  const archive = await dumpEmptyDatabase()
  await mkdir(cacheFolder, { recursive: true })
  // Workers may make it at the same time: each writes its own file, and the last rename wins.
  const draft = `${path}.${process.pid}`
  await writeFile(draft, archive)
  await rename(draft, path)
  return path
}
