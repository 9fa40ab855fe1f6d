import type { S3Client } from '@aws-sdk/client-s3'

export type S3Settings = {
  bucket: string
  region: string
  /** Endpoint of an S3-compatible service; null for AWS. */
  endpoint: string | null
  accessKeyId: string
  secretAccessKey: string
}

/** The library is large: loaded here, with the first call. */
export async function openS3({ region, endpoint, accessKeyId, secretAccessKey }: Omit<S3Settings, 'bucket'>) {
  const sdk = await import('@aws-sdk/client-s3')
  const client: S3Client = new sdk.S3Client({
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
  return { client, sdk }
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
])

/** No retry: a full disk stays full for minutes, so the uploader gets the error immediately. */
const full = 507

/** Returns true if a retry may succeed: the server is unreachable, busy or failing, but the settings are right. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const status = statusOf(error)
  if (status !== undefined) return (status >= 500 && status !== full) || status === 429 || status === 408
  return 'code' in error && typeof error.code === 'string' && networkCodes.has(error.code)
}

export function statusOf(error: Error): number | undefined {
  if (!('$metadata' in error)) return undefined
  const { $metadata: metadata } = error
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined
}
