import { isPassing, openS3, statusOf, type S3Settings } from '../../files/s3-client'
import { FileStoreTimeout, retryWithin, type FileLimits } from '../../files/time-limits'
import { BackupError } from '../backup-manifest'

/** A place below which backups lie; `prefix` is empty or ends with a slash. */
export type BucketPlace = S3Settings & { prefix: string }
export type StoredObject = { key: string; bytes: number }

/** An attempt moves one part, so it may take longer than the upload of a logo. */
const bucketLimits: FileLimits = { operationMs: 2 * 60_000, uploadMs: 10 * 60_000, attemptMs: 2 * 60_000 }

const rangeBytes = 16 * 1_048_576

/**
 * An error of the bucket as a sentence for the operator. It has no cause, because the cause's message would be
 * printed instead.
 */
class BucketError extends BackupError {}

/** Keys are those below the prefix. Every call has a time limit, and holds no more than one part in memory. */
export class Bucket {
  private opening: ReturnType<typeof openS3> | undefined

  constructor(
    readonly place: BucketPlace,
    private readonly limits = bucketLimits,
    /** Ends every call with its reason: of a server that stops. */
    private readonly stop?: AbortSignal,
  ) {}

  get where(): string {
    return `s3://${this.place.bucket}/${this.place.prefix}`
  }

  until(stop: AbortSignal): Bucket {
    return new Bucket(this.place, this.limits, stop)
  }

  async list(): Promise<StoredObject[]> {
    const found: StoredObject[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await this.call(({ client, sdk }, abortSignal) =>
        client.send(
          new sdk.ListObjectsV2Command({ Bucket: this.place.bucket, Prefix: this.place.prefix, ContinuationToken }),
          { abortSignal },
        ),
      )
      for (const { Key = '', Size = 0 } of page.Contents ?? [])
        found.push({ key: Key.slice(this.place.prefix.length), bytes: Size })
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (ContinuationToken)
    return found
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const object = { ...this.at(key), Body: bytes, ContentLength: bytes.length }
    await this.call(({ client, sdk }, abortSignal) => client.send(new sdk.PutObjectCommand(object), { abortSignal }))
  }

  async get(key: string): Promise<Uint8Array | null> {
    return this.call(async ({ client, sdk }, abortSignal) => {
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(this.at(key)), { abortSignal })
        return (await Body?.transformToByteArray()) ?? null
      } catch (error) {
        if (error instanceof Error && error.name === 'NoSuchKey') return null
        throw error
      }
    })
  }

  async remove(key: string): Promise<void> {
    await this.call(({ client, sdk }, abortSignal) =>
      client.send(new sdk.DeleteObjectCommand(this.at(key)), { abortSignal }),
    )
  }

  /** The object is there when all of it is, never before. Returns its size. `atMostBytes` decides how large a part is. */
  async upload(key: string, chunks: AsyncIterable<Uint8Array>, atMostBytes: number): Promise<number> {
    const { UploadId } = await this.call(({ client, sdk }, abortSignal) =>
      client.send(new sdk.CreateMultipartUploadCommand(this.at(key)), { abortSignal }),
    )
    const upload = { ...this.at(key), UploadId }
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    let bytes = 0
    try {
      for await (const Body of inParts(chunks, atMostBytes)) {
        const part = { ...upload, Body, ContentLength: Body.length, PartNumber: Parts.length + 1 }
        const { ETag } = await this.call(
          ({ client, sdk }, abortSignal) => client.send(new sdk.UploadPartCommand(part), { abortSignal }),
          this.limits.uploadMs,
        )
        Parts.push({ PartNumber: part.PartNumber, ETag })
        bytes += Body.length
      }
      const completed = { ...upload, MultipartUpload: { Parts } }
      await this.call(({ client, sdk }, abortSignal) =>
        client.send(new sdk.CompleteMultipartUploadCommand(completed), { abortSignal }),
      )
    } catch (error) {
      // The bucket stores and bills the parts of an unfinished upload, and lists them nowhere.
      const { client, sdk } = await this.open()
      const abortSignal = AbortSignal.timeout(Math.min(this.limits.attemptMs, 2_000))
      await client.send(new sdk.AbortMultipartUploadCommand(upload), { abortSignal }).catch(() => undefined)
      throw error
    }
    return bytes
  }

  /** Downloads in ranges, so that an interrupted range is requested again alone. */
  async *download(key: string, bytes: number): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes; start += rangeBytes) {
      const end = Math.min(start + rangeBytes, bytes) - 1
      const range = { ...this.at(key), Range: `bytes=${start}-${end}` }
      const got = await this.call(async ({ client, sdk }, abortSignal) => {
        const { Body } = await client.send(new sdk.GetObjectCommand(range), { abortSignal })
        return Body?.transformToByteArray()
      }, this.limits.uploadMs)
      if (got?.length !== end - start + 1)
        throw new BucketError(`${this.where}${key} has a different length than the bucket reports.`)
      yield got
    }
  }

  private at(key: string) {
    return { Bucket: this.place.bucket, Key: `${this.place.prefix}${key}` }
  }

  private open() {
    return (this.opening ??= openS3(this.place))
  }

  private async call<T>(
    work: (s3: Awaited<ReturnType<typeof openS3>>, abortSignal: AbortSignal) => Promise<T>,
    milliseconds = this.limits.operationMs,
  ): Promise<T> {
    const s3 = await this.open()
    try {
      return await retryWithin(milliseconds, this.limits.attemptMs, (signal) => work(s3, signal), isPassing, this.stop)
    } catch (error) {
      if (this.stop?.aborted) throw error
      throw new BucketError(this.explain(error))
    }
  }

  private explain(error: unknown): string {
    const bucket = `The bucket ${this.place.bucket}`
    if (error instanceof FileStoreTimeout) return `${bucket} didn’t respond in time. Check BACKUP_S3_ENDPOINT.`
    if (!(error instanceof Error)) return `${bucket} failed.`
    const status = statusOf(error)
    if (error.name === 'NoSuchBucket') return `${bucket} doesn’t exist. Create it or check its name.`
    if (status === 403 || status === 401)
      return `${bucket} refused the key (${error.name}). Check BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET and its permissions (docs/operations/back-up.md).`
    if (status !== undefined) return `${bucket} answered ${status} (${error.name}).`
    const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
    return `${bucket} is unreachable (${code}). Check BACKUP_S3_ENDPOINT.`
  }
}

const smallestPart = 16 * 1_048_576
/** A bucket takes 10,000; what is compressed badly becomes larger than it was. */
const mostParts = 9_000

/** All of one size but the last, as some services want it. What is yielded is overwritten by the next one. */
async function* inParts(chunks: AsyncIterable<Uint8Array>, atMostBytes: number): AsyncGenerator<Uint8Array> {
  const partBytes = Math.max(smallestPart, Math.ceil(atMostBytes / mostParts))
  const part = Buffer.allocUnsafe(partBytes)
  let filled = 0
  for await (const chunk of chunks) {
    let from = 0
    while (from < chunk.length) {
      const taken = Math.min(chunk.length - from, partBytes - filled)
      part.set(chunk.subarray(from, from + taken), filled)
      filled += taken
      from += taken
      if (filled < partBytes) continue
      yield part
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}
