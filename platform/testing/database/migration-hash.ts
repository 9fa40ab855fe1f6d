import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Names the schema: a snapshot or template made from other migrations is not used. */
export function hashMigrations(folder: string): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    hash.update(file).update(readFileSync(join(folder, file)))
  }
  // The database remembers each by the time that the journal gives it.
  hash.update(readFileSync(join(folder, 'meta', '_journal.json')))
  return hash.digest('hex').slice(0, 16)
}
