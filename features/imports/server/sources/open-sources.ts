import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type FileFormat as FileImage, formatOf } from '@quaff/features/branding/rules'
import type { SourceFiles } from '@quaff/platform/server/ports'
import { FormatError } from '../formats/format-error'
import type { Chunks } from '../formats/reading'
import { headBytes, recognise, type FileFormat } from '../formats/recognise'

/** A file of what somebody brings, and what it was recognised as. */
export type Source = { path: string; bytes: number; format: FileFormat; isPacked: boolean; open: () => Chunks }

/** A packed file may hold a thousand times its size; what holds more was made to do harm. */
const largestUnpacked = 200 * 1_024 ** 3

const signatureBytes = 512
const pictureFormats: ReadonlySet<FileImage> = new Set(['png', 'jpeg', 'webp', 'gif', 'heic'])

/** All files, each looked at by its first bytes; of a packed one at most `mostUnpacked` bytes are read. */
export async function openSources(files: SourceFiles, mostUnpacked = largestUnpacked): Promise<Source[]> {
  const sources: Source[] = []
  for (const { path, bytes } of await files.list()) {
    const start = await readHead(files.open(path, { start: 0, length: 2 }), 2)
    const isPacked = start[0] === 0x1f && start[1] === 0x8b
    const open = () => (isPacked ? unpacked(files.open(path), mostUnpacked) : files.open(path))
    // A storage holds many pictures: no more of them is read than says so.
    const isPicture = pictureFormats.has(formatOf(await readHead(open(), signatureBytes)))
    const format = isPicture ? ({ kind: 'picture' } as const) : await recognise(path, await readHead(open(), headBytes))
    sources.push({ path, bytes, isPacked, open, format })
  }
  return sources
}

async function* unpacked(chunks: Chunks, most: number): AsyncGenerator<Buffer> {
  let size = 0
  // Closes the file too, where nobody reads on; its faults come out at the other end.
  const gunzip = pipeline(Readable.from(chunks), createGunzip(), () => undefined)
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > most) throw new FormatError('too_large', null)
      yield chunk
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'Z_BUF_ERROR') throw new FormatError('cut_off', null)
    throw code === 'Z_DATA_ERROR' ? new FormatError('damaged', null) : error
  }
}

async function readHead(chunks: Chunks, length: number): Promise<Buffer> {
  const head: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of chunks) {
      head.push(chunk)
      size += chunk.length
      if (size >= length) break
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
  }
  return Buffer.concat(head).subarray(0, length)
}
