import { randomBytes } from 'node:crypto'
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { sumOf } from '@quaff/platform/server/adapters/backups/backup-manifest'
import type { ServerSettings } from '../../../environment'
import { openServices, type OpenServices } from '../../../services'
import { countRows } from '../describe-database'

export type Contents = { tables: Record<string, string>; files: Record<string, string>; head: unknown }

export async function withOpened<Result>(settings: ServerSettings, work: (opened: OpenServices) => Promise<Result>) {
  const opened = await openServices(settings, () => {})
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

/** Every row of every table, every file and the end of the audit chain. */
export async function contentsOf(settings: ServerSettings): Promise<Contents> {
  return withOpened(settings, ({ pool }) => readContents(settings, pool))
}

export async function readContents({ dataFolder }: ServerSettings, pool: Pool): Promise<Contents> {
  return {
    tables: await hashTables(pool),
    files: await hashFiles(join(dataFolder, 'files')),
    head: (await pool.query('select * from audit_seals order by position desc limit 1')).rows,
  }
}

async function hashTables(pool: Pool): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const name of Object.keys(await countRows(pool))) {
    const { rows } = await pool.query(
      `select count(*) || ':' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from "${name}" t`,
    )
    hashes[name] = rows[0].hash
  }
  return hashes
}

/** Excludes temporary files of the store. */
export async function hashFiles(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.part'))
    .map((entry) => join(entry.parentPath, entry.name))
  const hashed = files.map(async (file) => [file.slice(folder.length), sumOf(await readFile(file))] as const)
  return Object.fromEntries(await Promise.all(hashed))
}

/** Cuts one large file of tables and fills another with noise. */
export async function damageCluster(base: string): Promise<void> {
  const entries = await readdir(base, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sized = await Promise.all(files.map(async (file) => ({ file, bytes: (await readFile(file)).length })))
  const [largest, second] = sized.toSorted((a, b) => b.bytes - a.bytes)
  await truncate(largest?.file ?? '', 8_192)
  await writeFile(second?.file ?? '', randomBytes(8_192))
}
