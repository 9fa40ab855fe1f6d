import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A snapshot or template is used only for the migrations that it was made from. */
export function hashMigrations(folder: string): string {
  const hash = createHash('sha256')
  // The database knows each migration by the time in its name.
  for (const name of readdirSync(folder).toSorted())
    hash.update(name).update(readFileSync(join(folder, name, 'migration.sql')))
  return hash.digest('hex').slice(0, 16)
}
