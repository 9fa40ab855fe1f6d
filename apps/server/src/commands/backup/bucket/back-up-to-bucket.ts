import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { nameOfSnapshot } from '@quaff/platform/server/adapters/backups/backup-folder'
import { BackupError, type BackupManifest } from '@quaff/platform/server/adapters/backups/backup-manifest'
import { listBackups, thinBackups, uploadBackup } from '@quaff/platform/server/adapters/backups/bucket/backup-bucket'
import type { Clock } from '@quaff/platform/server/ports'
import type { BucketBackups } from './backup-place'

/**
 * Dumps into `DATA_DIR/uploading` first, then uploads: waiting for a slow bucket would keep the dump's transaction
 * open and block the embedded database.
 */
export async function backUpToBucket(
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
