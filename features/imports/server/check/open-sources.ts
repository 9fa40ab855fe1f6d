import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type FileFormat as FileImage, formatOf } from '@quaff/features/branding/rules'
import {
  FormatError,
  headBytes,
  isDocumentPath,
  readDocuments,
  recognizeFormat,
  type Chunks,
  type ExportFormat,
  type Read,
} from '@quaff/firestore-export/source'
import type { SourceFiles } from '@quaff/platform/server'
import { isIdTable } from '../../kinds-rules'
import type { SourceLabel } from '../../report-contract'

/** Content of an import file: an export, an ID file or a picture. */
type FileFormat = ExportFormat | { kind: 'ids' } | { kind: 'picture' }

/** A file of an import with its format. */
export type Source = { path: string; bytes: number; format: FileFormat; isPacked: boolean; open: () => Chunks }

/** Limits decompression bombs. A real gzip file expands at most about a thousand times. */
const largestUnpacked = 200 * 1_024 ** 3

const signatureBytes = 512
const pictureFormats: ReadonlySet<FileImage> = new Set(['png', 'jpeg', 'webp', 'gif', 'heic'])

/** Detects the format of each file by its first bytes. Reads at most `mostUnpacked` bytes of a compressed file. */
export async function openSources(files: SourceFiles, mostUnpacked = largestUnpacked): Promise<Source[]> {
  const sources: Source[] = []
  for (const { path, bytes } of await files.list()) {
    const start = await readHead(files.open(path, { start: 0, length: 2 }), 2)
    const isPacked = start[0] === 0x1f && start[1] === 0x8b
    const open = () => (isPacked ? unpacked(files.open(path), mostUnpacked) : files.open(path))
    // There may be many pictures, so only their signature is read.
    const isPicture = pictureFormats.has(formatOf(await readHead(open(), signatureBytes)))
    const format = isPicture
      ? ({ kind: 'picture' } as const)
      : await formatOfText(path, await readHead(open(), headBytes))
    sources.push({ path, bytes, isPacked, open, format })
  }
  return sources
}

async function formatOfText(path: string, head: Buffer): Promise<FileFormat> {
  const text = head.toString('utf8').trimStart()
  return !/^[{[]/.test(text) && isIdTable(text) ? { kind: 'ids' } : recognizeFormat(path, head)
}

/** Reads the documents of one file. A path that this system keeps for itself is a fault. */
export async function* readSource({ format, open }: Source): AsyncGenerator<Read> {
  if (format.kind === 'ids' || format.kind === 'picture') return
  for await (const read of readDocuments(open(), format)) {
    if ('fault' in read || isImportPath(read.document.path)) yield read
    else yield { fault: 'bad_path', path: read.document.path, place: read.place }
  }
}

/** `__pictures__` is reserved for imported pictures. */
export const isImportPath = (path: string) => isDocumentPath(path) && path.split('/')[0] !== '__pictures__'

async function* unpacked(chunks: Chunks, most: number): AsyncGenerator<Buffer> {
  let size = 0
  // The pipeline also closes the file if the reader stops early. Its errors surface in the loop below.
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

async function readHead(chunks: Chunks, length: number) {
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

export function labelOf({ format }: Source): SourceLabel {
  if (format.kind === 'tree') return `tree_${format.tree}`
  if (format.kind === 'accounts') return `accounts_${format.as}`
  return format.kind
}

export async function readText(source: Source): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of source.open()) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
