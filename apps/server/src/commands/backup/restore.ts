import { rm } from 'node:fs/promises'
import { readMigrationTimes } from '@quaff/database/migrate'
import { requireWhole } from '@quaff/platform/server/adapters/backups/backup-folder'
import { BackupError, readManifest, type BackupManifest } from '@quaff/platform/server/adapters/backups/backup-manifest'
import { SettingsError, type ServerSettings } from '../../environment'
import { openServices } from '../../services'
import { failOnCrash } from '../fail-on-crash'
import { readPlace, type BackupPlace } from './bucket/backup-place'
import { parseArguments } from './bucket/parse-arguments'
import { storedSource } from './bucket/stored-backup'
import { checkRestored } from './check-restored'
import { filesText } from './describe-database'
import { fillDatabase } from './restore-postgres'
import { openRestoring, requireFree } from './restoring-folder'

const usage = 'Usage: npm run restore -- <folder | s3 | s3://bucket/prefix[/backup]> [--over]'

/** `restore <backup>`: into an empty DATA_DIR or an empty database, and only when everything agrees. */
export async function restore(settings: ServerSettings, args: readonly string[]): Promise<void> {
  const { place, over } = readArguments(args, settings)
  const options = { over, print: (line: string) => void process.stdout.write(`${line}\n`) }
  if (place.kind === 'folder') return restoreBackup(settings, place.folder, options)
  await restoreFrom(settings, await storedSource(settings.dataFolder, place), options)
}

type RestoreOptions = { over: boolean; print: (line: string) => void }

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

export async function restoreBackup(settings: ServerSettings, folder: string, options: RestoreOptions): Promise<void> {
  const manifest = await readManifest(folder)
  const bring = async () => {
    await requireWhole(folder, manifest)
    return folder
  }
  await restoreFrom(settings, { manifest, neededBytes: manifest.totalBytes, bring, isTemporary: false }, options)
}

async function restoreFrom(settings: ServerSettings, source: BackupSource, options: RestoreOptions): Promise<void> {
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
  { over, print }: RestoreOptions,
): Promise<void> {
  const restoring = await openRestoring(settings, folder, manifest)
  try {
    if (settings.database.kind === 'postgres')
      await fillDatabase(settings.database.directConnectionString, restoring.folder, folder)
    const opened = await openServices(restoring.settings, failOnCrash)
    try {
      await checkRestored(opened, restoring.settings, manifest, print)
    } catch (error) {
      if (settings.database.kind === 'postgres')
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
    print(`✓ restore  ${placeOf(settings)}`)
  } finally {
    await restoring.discard()
  }
}

function placeOf({ database, dataFolder }: ServerSettings): string {
  if (database.kind === 'embedded') return dataFolder
  return `database ${new URL(database.directConnectionString).pathname.slice(1)}; files in ${dataFolder}`
}

async function requireFit({ database }: ServerSettings, { engine, migration, version }: BackupManifest): Promise<void> {
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
