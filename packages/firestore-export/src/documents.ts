import { readAccountList, readAccountTable } from './accounts.js'
import { readEntity } from './entities.js'
import { asRead, readList, readTree } from './json-documents.js'
import { readLogRecords } from './leveldb-log.js'
import { readLines } from './ndjson.js'
import type { Chunks, Read } from './reading.js'
import type { ExportFormat } from './recognize.js'

/** Returns true if files of the format hold documents or accounts. */
export const holdsDocuments = ({ kind }: { kind: string }) =>
  kind === 'managed_documents' || kind === 'tree' || kind === 'list' || kind === 'lines' || kind === 'accounts'

/**
 * Reads the documents of one file. A document that can't be read, or whose path is not valid, is returned as a fault.
 *
 * @throws FormatError if the rest of the file can't be read; documents read before it stay valid.
 */
export async function* readDocuments(chunks: Chunks, format: ExportFormat): AsyncGenerator<Read> {
  for await (const read of readFormat(chunks, format)) {
    if ('fault' in read || isDocumentPath(read.document.path)) yield read
    else yield { fault: 'bad_path', path: read.document.path.slice(0, longestPath), place: read.place }
  }
}

function readFormat(chunks: Chunks, format: ExportFormat): AsyncIterable<Read> {
  switch (format.kind) {
    case 'managed_documents':
      return readManaged(chunks)
    case 'tree':
      return readTree(format.tree, chunks)
    case 'list':
      return readList(chunks, format)
    case 'lines':
      return readLines(chunks)
    case 'accounts':
      return format.as === 'list' ? readAccountList(chunks) : readAccountTable(chunks)
    case 'managed_counts':
    case 'managed_rest':
    case 'hash_config':
    case 'other':
      return nothing()
  }
}

async function* nothing(): AsyncGenerator<Read> {}

async function* readManaged(chunks: Chunks): AsyncGenerator<Read> {
  let record = 0
  for await (const bytes of readLogRecords(chunks)) {
    record += 1
    // The checksum was right, so damage inside concerns this document alone.
    yield asRead(() => readEntity(bytes), { record })
  }
}

const longestPath = 6_144
const deepestPath = 100

/** Returns true for pairs of a collection and an id. An id is anything but empty, `.` and `..`, at most 1,500 bytes. */
export function isDocumentPath(path: string): boolean {
  const names = path.split('/')
  if (names.length % 2 !== 0 || names.length > deepestPath || path.length > longestPath) return false
  // Databases and screens cannot represent such a path.
  if (/\u0000|\p{Cs}/u.test(path)) return false
  return names.every((name) => name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= 1_500)
}
