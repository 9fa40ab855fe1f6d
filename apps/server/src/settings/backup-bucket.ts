import { z } from 'zod'
import type { BucketPlace } from '@quaff/platform/server/adapters/backups/bucket/bucket'
import { fileStoreFields } from '../uploads/file-store-settings'

/** Credentials, and the target of scheduled backups. */
export type BackupBucketSettings = Omit<BucketPlace, 'bucket'> & {
  /** null: only to where a command says. */
  bucket: string | null
  /** Interval of snapshots in the bucket. */
  everyMs: number
}

const minuteMs = 60_000
const everyMessage = 'must be a number of minutes from 15 to 1440'

/** Each message completes "NAME …". */
export const backupBucketFields = {
  BACKUP_S3_BUCKET: fileStoreFields.FILES_S3_BUCKET,
  BACKUP_S3_PREFIX: z
    .string()
    .regex(/^[\w.-]+(?:\/[\w.-]+)*\/?$/, 'must be a path such as quaff/backups')
    .optional(),
  BACKUP_S3_REGION: fileStoreFields.FILES_S3_REGION,
  BACKUP_S3_ENDPOINT: fileStoreFields.FILES_S3_ENDPOINT,
  BACKUP_S3_ACCESS_KEY_ID: fileStoreFields.FILES_S3_ACCESS_KEY_ID,
  BACKUP_S3_SECRET: fileStoreFields.FILES_S3_SECRET,
  BACKUP_S3_EVERY_MINUTES: z.coerce
    .number(everyMessage)
    .int(everyMessage)
    .min(15, everyMessage)
    .max(1440, everyMessage)
    .default(15),
}
type Values = z.infer<z.ZodObject<typeof backupBucketFields>>

/** A bucket without a key would be found out when the backup is needed. */
export function checkBackupBucket(values: Values, issues: z.RefinementCtx) {
  const { BACKUP_S3_BUCKET, BACKUP_S3_PREFIX, BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET } = values
  const key = { BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET }
  const given = Object.values({ BACKUP_S3_BUCKET, BACKUP_S3_PREFIX, BACKUP_S3_ENDPOINT, ...key })
  if (given.every((value) => value === undefined)) return
  const message = 'is missing: backups to a bucket need both parts of the key'
  for (const [name, value] of Object.entries(key))
    if (value === undefined) issues.addIssue({ code: 'custom', path: [name], message })
}

export function toBackupBucket(values: Values): BackupBucketSettings | null {
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET: secretAccessKey } = values
  if (accessKeyId === undefined || secretAccessKey === undefined) return null
  return {
    bucket: values.BACKUP_S3_BUCKET ?? null,
    prefix: asFolder(values.BACKUP_S3_PREFIX ?? ''),
    region: values.BACKUP_S3_REGION,
    endpoint: values.BACKUP_S3_ENDPOINT ?? null,
    accessKeyId,
    secretAccessKey,
    everyMs: values.BACKUP_S3_EVERY_MINUTES * minuteMs,
  }
}

export const asFolder = (path: string) => (path === '' || path.endsWith('/') ? path : `${path}/`)
