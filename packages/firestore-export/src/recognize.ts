import { readHashParameters } from './accounts.js'
import { isEntity, countsIn } from './entities.js'
import { FormatError } from './errors.js'
import { itemDocument, type TreeKind } from './json-documents.js'
import { isRawMap, type RawValue, createJsonReader } from './json-reader.js'
import { readLogRecords } from './leveldb-log.js'

/** Content of a file. `other` may be a file of Cloud Storage. */
export type ExportFormat =
  | { kind: 'managed_documents' | 'managed_counts' | 'managed_rest' }
  | { kind: 'tree'; tree: TreeKind }
  | { kind: 'list'; listName: string | null; collection: string | null }
  | { kind: 'lines' }
  | { kind: 'accounts'; as: 'list' | 'table' }
  | { kind: 'hash_config' }
  | { kind: 'other' }

/** Bytes of a file that `recognizeFormat` needs: at least one document, which has at most 1 MiB. */
export const headBytes = 1_310_720

/** Recognizes a file by its first `headBytes` bytes, and by its name if the content is ambiguous. */
export async function recognizeFormat(name: string, head: Buffer): Promise<ExportFormat> {
  if (name.endsWith('.export_metadata')) return { kind: 'managed_rest' }
  const managed = await recognizeLog(head)
  if (managed) return { kind: managed }
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (text.startsWith('{') || text.startsWith('[')) return recognizeJson(name, text, head.length >= headBytes)
  if (text.includes('base64_signer_key') && readHashParameters(text)) return { kind: 'hash_config' }
  return isAccountTable(text) ? { kind: 'accounts', as: 'table' } : byName(name, text)
}

/** Recognizes a file that is damaged at its start, so that its loss is reported. */
function byName(name: string, text: string): ExportFormat {
  if (name.endsWith('.overall_export_metadata')) return { kind: 'managed_counts' }
  if (/(^|\/)output-\d+$/.test(name)) return { kind: 'managed_documents' }
  return /\.(ndjson|jsonl)(\.gz)?$/.test(name) && text !== '' ? { kind: 'lines' } : { kind: 'other' }
}

async function recognizeLog(head: Buffer): Promise<'managed_documents' | 'managed_counts' | null> {
  try {
    let records = 0
    for await (const record of readLogRecords(once(head))) {
      if (countsIn(record).length > 0) return 'managed_counts'
      if (isEntity(record)) return 'managed_documents'
      // The counts follow a record of one byte.
      records += 1
      if (records === 2) return null
    }
  } catch {
    return null
  }
  return null
}

async function* once(head: Buffer): AsyncGenerator<Buffer> {
  yield head
}

/** The first values of a JSON file. */
type Glance = { names: string[]; items: RawValue[]; listName: string | null; isTree: boolean }
/** Lines or items to try, because the first one may be broken. */
const tries = 20

function recognizeJson(name: string, text: string, isCut: boolean): ExportFormat {
  if (readHashParameters(text) && text.includes('base64_signer_key')) return { kind: 'hash_config' }
  const lines = text.startsWith('{') ? text.split('\n', tries) : []
  const isLine = (line: string) => holdsDocument(parsed(line), null)
  if (lines.slice(0, 1).some(isLine)) return { kind: 'lines' }
  const { names, items, listName, isTree } = glance(text)
  if (names.includes('__collections__')) return { kind: 'tree', tree: 'marked' }
  if (listName === 'users' && items.some((item) => isRawMap(item) && 'localId' in item))
    return { kind: 'accounts', as: 'list' }
  const collection = listName === null ? (/([^/]+?)\.json(\.gz)?$/.exec(name)?.[1] ?? null) : null
  if (items.some((item) => holdsDocument(item, collection))) return { kind: 'list', listName, collection }
  if (lines.some(isLine)) return { kind: 'lines' }
  if (isCut && !text.includes('\n') && documentNames.some((some) => some.every((one) => names.includes(one))))
    return { kind: 'lines' }
  return isTree ? { kind: 'tree', tree: 'bare' } : byName(name, text)
}

/** Names that identify a first line that is longer than the head. */
const documentNames = [
  ['path', 'data'],
  ['name', 'fields'],
  ['document_name', 'data'],
]

function holdsDocument(item: RawValue, collection: string | null): boolean {
  try {
    return itemDocument(item, collection) !== null
  } catch (error) {
    // A document that can't be read is still a document.
    if (error instanceof FormatError) return true
    throw error
  }
}

/** Returns the names at the top, the first items of a list, and whether all values are maps of maps. */
function glance(text: string): Glance {
  const seen: Glance = { names: [], items: [], listName: null, isTree: false }
  const isList = text.startsWith('[')
  let maps = 0
  let others = 0
  const reader = createJsonReader({
    opens(path) {
      if (path.length === 1 && !isList) seen.names.push(String(path[0]))
      if (path.length === 2 && typeof path[1] === 'string') maps += 1
      return path.length < (isList ? 1 : 2)
    },
    value(path, value) {
      const [first, second] = path
      const listName = !isList && typeof second === 'number' ? String(first) : null
      if (isList || listName !== null) {
        seen.listName ??= listName
        if (seen.listName === listName && seen.items.length < tries) seen.items.push(value)
      }
      if (path.length === 1 && !isList) seen.names.push(String(first))
      if (path.length === 1 || !isRawMap(value)) others += 1
    },
    end() {},
  })
  try {
    reader.write(Buffer.from(text))
  } catch {
    // The reader of the file reports the error; the values before it are enough here.
  }
  seen.isTree = !isList && maps > 0 && others === 0
  return seen
}

function parsed(text: string): RawValue {
  try {
    return JSON.parse(text) as RawValue
  } catch {
    return null
  }
}

/** The table has 28 columns: the third is true or false, the fourth and fifth are base64. */
function isAccountTable(text: string): boolean {
  const line = text.split('\n', 1)[0] ?? ''
  return /^[^,{}]{1,128},[^,]*,(true|false),[\w+/=-]*,[\w+/=-]*,/.test(line) && line.split(',').length >= 28
}
