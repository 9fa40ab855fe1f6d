import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrationTimes, migrate } from '@quaff/database/migrate'
import { requireWhole } from '@quaff/platform/server/adapters/backups/backup-folder'
import { BackupError, readManifest, type BackupManifest } from '@quaff/platform/server/adapters/backups/backup-manifest'
import { openPostgres } from '@quaff/platform/server/adapters/postgres'
import { SettingsError, type ServerSettings } from '../../environment'
import { openServices, type OpenServices } from '../../services'
import { requireHashConfig } from '../../settings/hash-config-file'
import { failOnCrash } from '../fail-on-crash'
import { requireBankKeys } from '../require-bank-keys'
import { reportChain } from '../verify-audit'
import { readPlace, type BackupPlace, storedSource, parseArguments } from './bucket/backup-place'
import { filesText, countRows } from './describe-database'
import { findTool, runTool, withAddress } from './postgres-tools'
import { openRestoring, requireFree } from './restoring-folder'
import { dumpName } from './take-postgres'

const usage = 'Usage: npm run restore -- <folder | s3 | s3://bucket/prefix[/backup]> [--over]'

/** `restore <backup>`: into an empty DATA_DIR or an empty database, and only when everything agrees. */
export async function restore(settings: ServerSettings, args: readonly string[]) {
  const { place, over } = readArguments(args, settings)
  const options = { over, print: (line: string) => void process.stdout.write(`${line}\n`) }
  const source =
    place.kind === 'folder' ? await folderSource(place.folder) : await storedSource(settings.dataFolder, place)
  await restoreFrom(settings, source, options)
}

/** `isScratch`: the caller removes the database in any case. */
type RestoreOptions = { over: boolean; isScratch?: boolean; print: (line: string) => void }

/** Source of a restore. */
export type BackupSource = {
  manifest: BackupManifest
  /** Free bytes needed on the disk of the new DATA_DIR. */
  neededBytes: number
  /** The folder where it lies, once every file has its checksum. */
  bring(): Promise<string>
  /** True if `bring` created the folder; it is removed afterwards. */
  isTemporary: boolean
}

export async function folderSource(folder: string): Promise<BackupSource> {
  const manifest = await readManifest(folder)
  const bring = async () => {
    await requireWhole(folder, manifest)
    return folder
  }
  return { manifest, neededBytes: manifest.totalBytes, bring, isTemporary: false }
}

export async function restoreFrom(settings: ServerSettings, source: BackupSource, options: RestoreOptions) {
  const { manifest } = source
  await requireFit(settings, manifest)
  await requireFree(settings, manifest, options.over, source.neededBytes)
  options.print(`Reading ${filesText(manifest)} from ${manifest.takenAt}…`)
  const folder = await source.bring()
  try {
    options.print('✓ files  All checksums match')
    await putBack(settings, folder, manifest, options)
  } finally {
    if (source.isTemporary) await rm(folder, { recursive: true, force: true })
  }
}

async function putBack(
  settings: ServerSettings,
  folder: string,
  manifest: BackupManifest,
  { over, isScratch = false, print }: RestoreOptions,
) {
  const restoring = await openRestoring(settings, folder, manifest)
  try {
    if (settings.database.kind === 'postgres')
      await fillDatabase(settings.database.directConnectionString, restoring.folder, folder)
    const opened = await openServices(restoring.settings, failOnCrash)
    try {
      await checkRestored(opened, restoring.settings, manifest, print)
    } catch (error) {
      if (settings.database.kind === 'postgres' && !isScratch)
        print('The restore failed. Don’t use this database: drop it, create a new one and restore into that.')
      throw error
    } finally {
      await opened.close()
    }
    const previous = await restoring.putInPlace(over)
    if (previous) print(`Previous data moved to ${previous}.`)
    if (restoring.sessionSecretName !== manifest.keys.sessionSecret)
      print('Session secret changed: everyone must sign in again, and emailed links no longer work.')
    if (manifest.filesIn !== 'backup')
      print(`Logos and uploads aren’t in this backup: they’re in the ${manifest.filesIn}.`)
    if (!isScratch) print(`✓ restore  ${placeOf(settings)}`)
  } finally {
    await restoring.discard()
  }
}

function placeOf({ database, dataFolder }: ServerSettings) {
  if (database.kind === 'embedded') return dataFolder
  return `database ${new URL(database.directConnectionString).pathname.slice(1)}; files in ${dataFolder}`
}

async function requireFit({ database }: ServerSettings, { engine, migration, version }: BackupManifest) {
  if (engine !== database.kind)
    throw new BackupError(
      engine === 'postgres'
        ? 'This is a PostgreSQL backup. Set DATABASE_URL to an empty database.'
        : 'This is a backup of the embedded database. Unset DATABASE_URL.',
    )
  const newest = readMigrationTimes().at(-1) ?? 0
  // Backups of earlier versions name a migration to the millisecond.
  if (Math.floor(migration / 1_000) * 1_000 > newest)
    throw new BackupError(`This backup is from a newer version (${version}). Install that version first.`)
}

function readArguments(args: readonly string[], settings: ServerSettings): { place: BackupPlace; over: boolean } {
  const options = { over: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArguments({ args: [...args], options, allowPositionals: true }, usage)
  const [from, ...others] = positionals
  if (!from || others.length > 0) throw new SettingsError(usage)
  return { place: readPlace(from, settings), over: values.over }
}

/** Verifies that the restored data equals the backup and is usable. Migrates an older schema. */
async function checkRestored(
  { services, pool, direct }: OpenServices,
  settings: ServerSettings,
  { rowCounts, auditHead }: BackupManifest,
  print: (line: string) => void,
) {
  // First: a migration may add rows.
  if (rowCounts) refuseDifferences(rowCounts, await countRows(pool), print)
  else print('✓ rows  Not counted when this backup was made; all checksums match')
  await migrate(direct)
  await requireBankKeys(services)
  await requireHashConfig(services, settings)
  await reportChain(services, auditHead, print)
}

function refuseDifferences(
  noted: Record<string, number>,
  found: Record<string, number>,
  print: (line: string) => void,
) {
  const names = [...new Set([...Object.keys(noted), ...Object.keys(found)])].toSorted()
  const different = names.filter((name) => noted[name] !== found[name])
  if (different.length > 0)
    throw new BackupError(
      [
        'The restored database doesn’t match the backup:',
        ...different.map((name) => `  ${name}: ${found[name] ?? 'no'} rows, expected ${noted[name] ?? 'none'}`),
      ].join('\n'),
    )
  const rows = Object.values(found).reduce((sum, count) => sum + count, 0)
  print(`✓ rows  ${names.length} tables, ${rows.toLocaleString('en-US')} rows, as in the backup`)
}

/** Restores the whole dump in one transaction, or nothing. */
async function fillDatabase(connectionString: string, scratch: string, backup: string) {
  const program = await requireEmpty(connectionString)
  const args = ['--single-transaction', '--no-owner', '--no-password', '--exit-on-error']
  await withAddress(connectionString, join(scratch, '.pgpass'), (address) =>
    runTool(program, [...args, `--dbname=${address}`, join(backup, 'dump', dumpName)]),
  )
}

/** Returns the program that restores into it. */
async function requireEmpty(connectionString: string) {
  const database = openPostgres({ connectionString })
  try {
    const program = await findTool('pg_restore', database.pool)
    const { rows } = await database.pool.query<{ tables: number }>(
      `select count(*)::int as tables from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind in ('r', 'p') and nspname in ('public', 'drizzle')`,
    )
    const tables = rows[0]?.tables ?? 0
    if (tables > 0)
      throw new SettingsError(
        `The database in DATABASE_URL isn’t empty (${tables} tables). Create a new database and use that.`,
      )
    return program
  } finally {
    await database.close()
  }
}
