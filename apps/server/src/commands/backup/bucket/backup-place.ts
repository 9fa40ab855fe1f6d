import { resolve, join } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { momentOfName } from '@quaff/platform/server/adapters/backups/backup-folder'
import { BackupError } from '@quaff/platform/server/adapters/backups/backup-manifest'
import {
  downloadBackup,
  listBackups,
  readStoredManifest,
  type StoredBackup,
} from '@quaff/platform/server/adapters/backups/bucket/backup-bucket'
import { Bucket } from '@quaff/platform/server/adapters/backups/bucket/bucket'
import { SettingsError, type ServerSettings } from '../../../environment'
import { asFolder } from '../../../settings/backup-bucket'
import type { BackupSource } from '../restore'

/** `name`: of one backup in it. `isOwn`: the place of the settings, which is thinned. */
export type BucketBackups = { kind: 'bucket'; bucket: Bucket; name: string | null; isOwn: boolean }
export type BackupPlace = { kind: 'folder'; folder: string } | BucketBackups

/** Parses a folder, `s3` (the configured bucket), or `s3://bucket/prefix[/backup]`. */
export function readPlace(text: string, settings: Pick<ServerSettings, 'backupBucket'>): BackupPlace {
  if (text === 's3') return ownBucket(settings)
  if (!text.startsWith('s3://')) return { kind: 'folder', folder: resolve(text) }
  const access = settings.backupBucket
  if (!access)
    throw new SettingsError(
      `${text} needs credentials. Set BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET and, if not on AWS, BACKUP_S3_ENDPOINT.`,
    )
  const [bucket = '', ...path] = text
    .slice('s3://'.length)
    .split('/')
    .filter((part) => part !== '')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new SettingsError(`${text} isn’t a valid bucket URL. Use s3://bucket/prefix.`)
  const name = momentOfName(path.at(-1) ?? '') ? (path.pop() ?? null) : null
  const prefix = asFolder(path.join('/'))
  const isOwn = bucket === access.bucket && prefix === access.prefix
  return { kind: 'bucket', bucket: new Bucket({ ...access, bucket, prefix }), name, isOwn }
}

function ownBucket(settings: Pick<ServerSettings, 'backupBucket'>): BackupPlace {
  const own = findOwnBucket(settings)
  if (!own) throw new SettingsError('No backup bucket is set. Set BACKUP_S3_BUCKET or use s3://bucket/prefix.')
  return { kind: 'bucket', bucket: own.bucket, name: null, isOwn: true }
}

/** The bucket of scheduled backups, and their interval. */
export function findOwnBucket({ backupBucket }: Pick<ServerSettings, 'backupBucket'>) {
  if (!backupBucket?.bucket) return null
  return { bucket: new Bucket({ ...backupBucket, bucket: backupBucket.bucket }), everyMs: backupBucket.everyMs }
}

/** The one that was named, or else the newest. */
export async function findStored({ bucket, name }: Pick<BucketBackups, 'bucket' | 'name'>): Promise<StoredBackup> {
  const stored = await listBackups(bucket)
  const found = name === null ? stored.at(-1) : stored.find((one) => one.name === name)
  if (found) return found
  throw new BackupError(
    name === null ? `No complete backup in ${bucket.where}.` : `No complete backup at ${bucket.where}${name}.`,
  )
}

/**
 * Returns a source that downloads to `DATA_DIR/downloading` first, because a restore reads every file more than once.
 */
export async function storedSource(dataFolder: string, place: BucketBackups): Promise<BackupSource> {
  const stored = await findStored(place)
  const manifest = await readStoredManifest(place.bucket, stored.name)
  const folder = join(dataFolder, 'downloading')
  return {
    manifest,
    // One copy as downloaded, one in its place.
    neededBytes: 2 * manifest.totalBytes,
    async bring() {
      await downloadBackup(place.bucket, stored, manifest, folder)
      return folder
    },
    isTemporary: true,
  }
}

/** Parses the command line. Unknown arguments print the usage. */
export function parseArguments<Config extends ParseArgsConfig>(config: Config, usage: string) {
  try {
    return parseArgs(config)
  } catch {
    throw new SettingsError(usage)
  }
}
