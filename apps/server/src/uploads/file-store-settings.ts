import { resolve } from 'node:path'
import { z } from 'zod'
import type { FileStore } from '@quaff/platform/server'
import { diskFileStore } from '@quaff/platform/server/adapters/files/disk-file-store'
import type { S3Settings } from '@quaff/platform/server/adapters/files/s3-client'
import { s3FileStore } from '@quaff/platform/server/adapters/files/s3-file-store'

export type FileStoreSettings = { kind: 'disk'; folder: string } | ({ kind: 's3' } & S3Settings)

const isServiceAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Without a bucket, files are stored in the data folder. Each message completes "NAME …". */
export const fileStoreFields = {
  FILES_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name')
    .optional(),
  FILES_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, 'must be a region such as eu-central-1')
    .default('us-east-1'),
  FILES_S3_ENDPOINT: z.string().refine(isServiceAddress, 'must be an http or https URL').optional(),
  FILES_S3_ACCESS_KEY_ID: z.string().max(256).optional(),
  FILES_S3_SECRET: z.string().max(256).optional(),
}
type FileStoreValues = z.infer<z.ZodObject<typeof fileStoreFields>>

/** A partial configuration would silently store files in the wrong place. */
export function checkFileStore(values: FileStoreValues, issues: z.RefinementCtx) {
  const { FILES_S3_BUCKET: bucket, FILES_S3_ACCESS_KEY_ID: keyId, FILES_S3_SECRET: secret } = values
  const missing = { FILES_S3_BUCKET: bucket, FILES_S3_ACCESS_KEY_ID: keyId, FILES_S3_SECRET: secret }
  if (Object.values({ ...missing, endpoint: values.FILES_S3_ENDPOINT }).every((value) => value === undefined)) return
  for (const [name, value] of Object.entries(missing)) {
    const message = 'is missing: a bucket needs its name and both parts of the key'
    if (value === undefined) issues.addIssue({ code: 'custom', path: [name], message })
  }
}

export function toFileStoreSettings(values: FileStoreValues, dataFolder: string): FileStoreSettings {
  const { FILES_S3_BUCKET: bucket, FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET: secretAccessKey } = values
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    return { kind: 'disk', folder: resolve(dataFolder, 'files') }
  return {
    kind: 's3',
    bucket,
    region: values.FILES_S3_REGION,
    endpoint: values.FILES_S3_ENDPOINT ?? null,
    accessKeyId,
    secretAccessKey,
  }
}

export function openFileStore(settings: FileStoreSettings): FileStore {
  return settings.kind === 's3' ? s3FileStore(settings) : diskFileStore(settings.folder)
}
