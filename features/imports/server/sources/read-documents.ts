import { readAccountList, readAccountTable } from '../formats/accounts/read-accounts'
import { readLines } from '../formats/json/line-documents'
import { asRead, readList } from '../formats/json/list-documents'
import { readTree } from '../formats/json/tree-documents'
import { readEntity } from '../formats/managed/entity'
import { readLogRecords } from '../formats/managed/log-records'
import type { Chunks, Read } from '../formats/reading'
import type { Source } from './open-sources'

/** Whether a file holds documents or accounts, by its format. */
export const holdsDocuments = ({ format: { kind } }: Source) =>
  kind === 'managed_documents' || kind === 'tree' || kind === 'list' || kind === 'lines' || kind === 'accounts'

/**
 * Documents of one file, one by one, each with a path that can be one. Throws a `FormatError` where the file can't be read
 * any further; what came before it stands.
 */
export async function* readDocuments(source: Source): AsyncGenerator<Read> {
  for await (const read of readFormat(source)) {
    if ('fault' in read || isDocumentPath(read.document.path)) yield read
    else yield { fault: 'bad_path', path: read.document.path.slice(0, longestPath), place: read.place }
  }
}

function readFormat({ format, open }: Source): AsyncIterable<Read> {
  switch (format.kind) {
    case 'managed_documents':
      return readManaged(open())
    case 'tree':
      return readTree(format.tree, open())
    case 'list':
      return readList(open(), format)
    case 'lines':
      return readLines(open())
    case 'accounts':
      return format.as === 'list' ? readAccountList(open()) : readAccountTable(open())
    case 'managed_counts':
    case 'managed_rest':
    case 'hash_config':
    case 'ids':
    case 'picture':
    case 'other':
      return nothing()
  }
}

async function* nothing(): AsyncGenerator<Read> {}

async function* readManaged(chunks: Chunks): AsyncGenerator<Read> {
  let record = 0
  for await (const bytes of readLogRecords(chunks)) {
    record += 1
    // Its checksum was right: what is wrong inside concerns this document alone.
    yield asRead(() => readEntity(bytes), { record })
  }
}

const longestPath = 6_144
const deepestPath = 100

/** Pairs of a collection and an id; an id is anything but empty, `.` and `..`, at most 1,500 bytes. */
export function isDocumentPath(path: string): boolean {
  const names = path.split('/')
  if (names.length % 2 !== 0 || names.length > deepestPath || path.length > longestPath) return false
  // No database keeps such a path, and no screen shows it.
  if (/\u0000|\p{Cs}/u.test(path)) return false
  // By this name pictures are noted here; the old system keeps such names to itself.
  if (names[0] === '__pictures__') return false
  return names.every((name) => name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= 1_500)
}
