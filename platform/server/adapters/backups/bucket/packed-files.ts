import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BackupError, type BackupFile } from '../backup-manifest'

const chunkBytes = 1_048_576

/** The files one after another in the order of the manifest, which says where each ends; compressed as a whole. */
export function packFiles(folder: string, files: readonly BackupFile[]): AsyncIterable<Uint8Array> {
  // Most of a database is small numbers and zeros; what more effort would gain is not worth a busy server.
  const packed = createGzip({ level: 1 })
  // The reader receives the errors of the source.
  pipeline(Readable.from(readAll(folder, files)), packed).catch(() => undefined)
  return packed
}

/** Fails if a file has changed since its checksum was taken. */
async function* readAll(folder: string, files: readonly BackupFile[]): AsyncGenerator<Uint8Array> {
  for (const { path, bytes, sha256 } of files) {
    const hash = createHash('sha256')
    let read = 0
    for await (const chunk of createReadStream(join(folder, path), { highWaterMark: chunkBytes })) {
      hash.update(chunk)
      read += chunk.length
      yield chunk
    }
    if (read !== bytes || hash.digest('hex') !== sha256)
      throw new BackupError(`${join(folder, path)} has a different checksum. Nothing was completed.`)
  }
}

/** Receives the bytes of one file. */
export type Sink = { write(bytes: Uint8Array): Promise<void>; close(): Promise<void> }

export async function fileSink(folder: string, path: string): Promise<Sink> {
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const file = await open(target, 'wx', 0o600)
  return { write: (bytes) => file.writeFile(bytes), close: () => file.close() }
}

/** Discards the bytes, for verification only. */
export const noSink = (): Promise<Sink> =>
  Promise.resolve({ write: () => Promise.resolve(), close: () => Promise.resolve() })

/** Cuts what was packed into its files and compares each with its checksum; the first that differs ends it. */
export async function unpackFiles(
  packed: AsyncIterable<Uint8Array>,
  files: readonly BackupFile[],
  openSink: (path: string) => Promise<Sink>,
) {
  const stream = createGunzip({ chunkSize: chunkBytes })
  // The reader receives the errors of the source.
  const filling = pipeline(Readable.from(packed), stream).catch(() => undefined)
  const reader = chunkReader(stream)
  try {
    for (const file of files) await unpackOne(reader, file, openSink)
    if (!(await reader.isAtEnd())) throw new BackupError('The backup is damaged: extra data after its last file.')
  } catch (error) {
    if (isZlibError(error)) throw new BackupError('The backup is damaged: decompression failed.')
    throw error
  } finally {
    stream.destroy()
    await filling
  }
}

async function unpackOne(
  reader: ReturnType<typeof chunkReader>,
  { path, bytes, sha256 }: BackupFile,
  openSink: (path: string) => Promise<Sink>,
) {
  const hash = createHash('sha256')
  const sink = await openSink(path)
  try {
    for (let left = bytes; left > 0;) {
      const chunk = await reader.take(left)
      if (!chunk) throw new BackupError(`The backup is damaged: it ends within ${path}.`)
      hash.update(chunk)
      await sink.write(chunk)
      left -= chunk.length
    }
  } finally {
    await sink.close()
  }
  if (hash.digest('hex') !== sha256) throw new BackupError(`The backup is damaged: ${path} has a different checksum.`)
}

/** `take` returns at most the requested number of bytes, or null at the end. */
function chunkReader(stream: AsyncIterable<Uint8Array>) {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  const fill = async () => {
    while (rest.length === 0) {
      const next = await chunks.next()
      if (next.done) return false
      rest = next.value
    }
    return true
  }
  return {
    isAtEnd: async () => !(await fill()),
    async take(most: number): Promise<Uint8Array | null> {
      if (!(await fill())) return null
      const taken = rest.subarray(0, most)
      rest = rest.subarray(taken.length)
      return taken
    },
  }
}

const isZlibError = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')
