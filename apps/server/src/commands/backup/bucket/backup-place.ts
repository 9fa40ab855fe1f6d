import { resolve } from 'node:path'
import { momentOfName } from '@quaff/platform/server/adapters/backups/backup-folder'
import { Bucket } from '@quaff/platform/server/adapters/backups/bucket/bucket'
import { SettingsError, type ServerSettings } from '../../../environment'
import { asFolder } from '../../../settings/backup-bucket'

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
