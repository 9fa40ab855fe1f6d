import { join } from 'node:path'
import { BackupError } from '@quaff/platform/server/adapters/backups/backup-manifest'
import {
  downloadBackup,
  listBackups,
  readStoredManifest,
  type StoredBackup,
} from '@quaff/platform/server/adapters/backups/bucket/backup-bucket'
import type { BackupSource } from '../restore'
import type { BucketBackups } from './backup-place'

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
