import type { S3Client } from '@aws-sdk/client-s3'
import { randomBytes } from 'node:crypto'
import type { FileStore } from '../../ports'
import { checkedKey } from './file-key'
import { fileLimits, retryWithin, type FileLimits } from './time-limits'

export type S3Settings = {
  bucket: string
  region: string
  /** Of a service that speaks the protocol; null for the one that invented it. */
  endpoint: string | null
  accessKeyId: string
  secretAccessKey: string
}

/** An object is there when all of it has arrived, never before. The library is loaded with the first call: it is large. */
export function s3FileStore(settings: S3Settings, limits: FileLimits = fileLimits): FileStore {
  const { bucket: Bucket } = settings
  const { operationMs, uploadMs, attemptMs } = limits
  let opening: ReturnType<typeof openClient> | undefined
  const open = () => (opening ??= openClient(settings))
  const operate = <T>(work: (signal: AbortSignal) => Promise<T>) => retryWithin(operationMs, attemptMs, work, isPassing)

  async function put(Key: string, bytes: Uint8Array, ContentType: string, abortSignal: AbortSignal): Promise<void> {
    const { client, PutObjectCommand } = await open()
    const object = { Bucket, Key, Body: bytes, ContentLength: bytes.length, ContentType }
    await client.send(new PutObjectCommand(object), { abortSignal })
  }
  async function remove(Key: string, abortSignal: AbortSignal): Promise<void> {
    const { client, DeleteObjectCommand } = await open()
    await client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal })
  }

  return {
    async put(key, bytes, contentType) {
      const checked = checkedKey(key)
      await retryWithin(uploadMs, attemptMs, (signal) => put(checked, bytes, contentType, signal), isPassing)
    },
    async get(key) {
      const Key = checkedKey(key)
      return operate(async (abortSignal) => {
        const { client, GetObjectCommand } = await open()
        try {
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }), { abortSignal })
          return (await Body?.transformToByteArray()) ?? null
        } catch (error) {
          if (isMissingKey(error)) return null
          throw error
        }
      })
    },
    async remove(key) {
      const checked = checkedKey(key)
      await operate((signal) => remove(checked, signal))
    },
    async check() {
      const probe = `check/${randomBytes(6).toString('hex')}`
      await operate((signal) => put(probe, Buffer.from('ok'), 'text/plain', signal))
      await operate((signal) => remove(probe, signal))
    },
  }
}

async function openClient({ region, endpoint, accessKeyId, secretAccessKey }: S3Settings) {
  const { S3Client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand } = await import('@aws-sdk/client-s3')
  const client: S3Client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Names of buckets as part of the host need certificates and DNS that other services rarely have.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // We try again ourselves, within the limits of the specification.
    maxAttempts: 1,
    // Checksums in trailers are unknown to most other services.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand }
}

const isMissingKey = (error: unknown) => error instanceof Error && error.name === 'NoSuchKey'

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
])

/** Nobody makes room within minutes; whoever uploads is told at once. */
const full = 507

/** Wrong settings stay wrong; a server that is away, busy or ill may come back. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const status = statusOf(error)
  if (status !== undefined) return (status >= 500 && status !== full) || status === 429 || status === 408
  return 'code' in error && typeof error.code === 'string' && networkCodes.has(error.code)
}

function statusOf(error: Error): number | undefined {
  if (!('$metadata' in error)) return undefined
  const { $metadata: metadata } = error
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined
}
