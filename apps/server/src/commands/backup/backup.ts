import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@quaff/platform/server'
import {
  listSnapshots,
  sizeOfFolder,
  writeBackup,
  nameOfSnapshot,
} from '@quaff/platform/server/adapters/backups/backup-folder'
import { type BackupManifest, BackupError } from '@quaff/platform/server/adapters/backups/backup-manifest'
import { listBackups, thinBackups, uploadBackup } from '@quaff/platform/server/adapters/backups/bucket/backup-bucket'
import { FolderInUse } from '@quaff/platform/server/adapters/pglite/pglite-lock'
import { SettingsError, type ServerSettings } from '../../environment'
import { openServices, type OpenServices } from '../../services'
import { failOnCrash } from '../fail-on-crash'
import { embeddedSource, filesOf, secretsPart, snapshotsFolder } from './backup-source'
import { readPlace, type BackupPlace, type BucketBackups, parseArguments } from './bucket/backup-place'
import { filesText } from './describe-database'
import { takeEmbedded } from './take-embedded'
import { takePostgres } from './take-postgres'

const usage = 'Usage: npm run backup -- <empty folder | s3 | s3://bucket/prefix> [--with-secrets]'

/** `backup <place>`: database, files and what they need, at one moment. */
export async function backup(settings: ServerSettings, args: readonly string[]) {
  const { place, withSecrets } = readArguments(args, settings)
  const opened = await openForBackup(settings)
  const write = (folder: string) => writeInto(folder, settings, opened, withSecrets)
  try {
    const { where, manifest } =
      place.kind === 'folder'
        ? { where: place.folder, manifest: await write(place.folder) }
        : await backUpToBucket(place, settings.dataFolder, opened.services.clock, write)
    process.stdout.write(`${describeBackup(where, manifest).join('\n')}\n`)
  } finally {
    await opened.close()
  }
}

async function writeInto(folder: string, settings: ServerSettings, opened: OpenServices, withSecrets: boolean) {
  const takenAt = opened.services.clock.now()
  const secrets = withSecrets ? await mkdtemp(join(settings.dataFolder, '.secrets-')) : null
  try {
    const extra = secrets ? { extra: [await secretsPart(settings, secrets)] } : {}
    const options = { earlier: null, countAtMost: Infinity, takenAt, ...extra }
    return await writeBackup(folder, await sizeOfSource(settings), async (draft) =>
      settings.database.kind === 'embedded'
        ? (await takeEmbedded(await embeddedSource(settings, opened), draft, options)).manifest
        : takePostgres(settings, opened, draft, options),
    )
  } finally {
    if (secrets) await rm(secrets, { recursive: true, force: true })
  }
}

async function openForBackup(settings: ServerSettings) {
  const { database } = settings
  if (database.kind === 'embedded' && !existsSync(join(database.folder, 'data', 'PG_VERSION')))
    throw new SettingsError(`No database in ${database.folder}. Nothing was written.`)
  try {
    return await openServices(settings, failOnCrash)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const newest = (await listSnapshots(snapshotsFolder(settings))).at(-1)
    const instead = newest
      ? `Use its latest snapshot instead: ${newest.path}.`
      : `It saves a snapshot every 15 minutes to ${snapshotsFolder(settings)}; use that.`
    throw new SettingsError(`${error.message} ${instead} Or stop the server and try again. Nothing was written.`)
  }
}

async function sizeOfSource(settings: ServerSettings) {
  const { filesFolder } = filesOf(settings)
  const files = filesFolder === null ? 0 : await sizeOfFolder(filesFolder)
  return settings.database.kind === 'embedded' ? files + (await sizeOfFolder(settings.database.folder)) : files
}

function describeBackup(folder: string, { keys, rowCounts, filesIn, ...manifest }: BackupManifest) {
  const rows = Object.values(rowCounts ?? {}).reduce((sum, count) => sum + count, 0)
  const mb = Math.ceil(manifest.totalBytes / 1_048_576).toLocaleString('en-US')
  const lines = [`✓ backup  ${folder}: ${filesText(manifest)}, ${mb} MB, ${rows.toLocaleString('en-US')} rows`]
  if (filesIn !== 'backup') lines.push(`Doesn’t include logos and uploads: they’re in the ${filesIn}.`)
  lines.push(
    keys.fieldKeys.length === 0
      ? 'No data is encrypted with field keys.'
      : `Restoring needs the field keys ${keys.fieldKeys.join(', ')} (FIELD_KEYS or secrets.json).`,
    keys.included
      ? 'Includes secrets. Anyone with this backup can decrypt all data.'
      : `Doesn’t include secrets; keep them elsewhere. Session secret fingerprint: ${keys.sessionSecret}.`,
  )
  return lines
}

function readArguments(
  args: readonly string[],
  settings: ServerSettings,
): { place: BackupPlace; withSecrets: boolean } {
  const options = { 'with-secrets': { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArguments({ args: [...args], options, allowPositionals: true }, usage)
  const [to, ...others] = positionals
  if (!to || others.length > 0) throw new SettingsError(usage)
  return { place: readPlace(to, settings), withSecrets: values['with-secrets'] }
}

/**
 * Dumps into `DATA_DIR/uploading` first, then uploads: waiting for a slow bucket would keep the dump's transaction
 * open and block the embedded database.
 */
async function backUpToBucket(
  { bucket, name, isOwn }: BucketBackups,
  dataFolder: string,
  clock: Clock,
  write: (folder: string) => Promise<BackupManifest>,
): Promise<{ where: string; manifest: BackupManifest }> {
  if (name !== null)
    throw new BackupError(`${name} is the name of an existing backup. Leave it out. Nothing was written.`)
  // Checks access before a dump that may take an hour.
  await listBackups(bucket)
  const scratch = join(dataFolder, 'uploading')
  await rm(scratch, { recursive: true, force: true })
  try {
    const newName = nameOfSnapshot(clock.now())
    const folder = join(scratch, newName)
    const manifest = await write(folder)
    await uploadBackup(bucket, newName, folder)
    if (isOwn) await thinBackups(bucket, clock.now())
    return { where: `${bucket.where}${newName}`, manifest }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
