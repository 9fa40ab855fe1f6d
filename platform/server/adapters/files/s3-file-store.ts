import { randomBytes } from 'node:crypto'
import type { FileStore } from '../../ports'
import { checkedKey } from './file-key'
import { isPassing, openS3, type S3Settings } from './s3-client'
import { fileLimits, retryWithin, type FileLimits } from './time-limits'

/** An object is there when all of it has arrived, never before. The library is loaded with the first call: it is large. */
export function s3FileStore(settings: S3Settings, limits: FileLimits = fileLimits): FileStore {
  const { bucket: Bucket } = settings
  const { operationMs, uploadMs, attemptMs } = limits
  let opening: ReturnType<typeof openS3> | undefined
  const open = () => (opening ??= openS3(settings))
  const operate = <T>(work: (signal: AbortSignal) => Promise<T>) => retryWithin(operationMs, attemptMs, work, isPassing)

  async function put(Key: string, bytes: Uint8Array, ContentType: string, abortSignal: AbortSignal): Promise<void> {
    const { client, sdk } = await open()
    const object = { Bucket, Key, Body: bytes, ContentLength: bytes.length, ContentType }
    await client.send(new sdk.PutObjectCommand(object), { abortSignal })
  }
  async function remove(Key: string, abortSignal: AbortSignal): Promise<void> {
    const { client, sdk } = await open()
    await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal })
  }

  return {
    async put(key, bytes, contentType) {
      const checked = checkedKey(key)
      await retryWithin(uploadMs, attemptMs, (signal) => put(checked, bytes, contentType, signal), isPassing)
    },
    async get(key) {
      const Key = checkedKey(key)
      return operate(async (abortSignal) => {
        const { client, sdk } = await open()
        try {
          const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }), { abortSignal })
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

const isMissingKey = (error: unknown) => error instanceof Error && error.name === 'NoSuchKey'
