import { readHashParameters } from './accounts'
import { isEntity } from './entities'
import { FormatError } from './errors'
import { countsIn } from './export-metadata'
import { itemDocument } from './item-documents'
import { readLogRecords } from './leveldb-log'
import { isRawMap, type RawValue } from './raw-value'
import { createJsonReader } from './json-reader'
import type { TreeKind } from './tree-documents'

/** What a file holds, by its content; `other` may be a file of the storage. */
export type ExportFormat =
  | { kind: 'managed_documents' | 'managed_counts' | 'managed_rest' }
  | { kind: 'tree'; tree: TreeKind }
  | { kind: 'list'; listName: string | null; collection: string | null }
  | { kind: 'lines' }
  | { kind: 'accounts'; as: 'list' | 'table' }
  | { kind: 'hash_config' }
  | { kind: 'other' }

/** So much of a file is looked at: one document at least, which has at most 1 MiB. */
export const headBytes = 1_310_720

/** `head`: the file's first bytes, all of them where it is shorter. `name`: for what the content leaves open. */
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

/** A file that is damaged at its start must not pass for a picture: nobody would miss what it should hold. */
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
      // The counts stand behind a record of one byte.
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

/** A JSON file's first values, as far as its head goes. */
type Glance = { names: string[]; items: RawValue[]; listName: string | null; isTree: boolean }
/** So many lines or items are tried: the first one may be broken. */
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

/** By which a first line is known that is longer than what was read of it. */
const documentNames = [
  ['path', 'data'],
  ['name', 'fields'],
  ['document_name', 'data'],
]

function holdsDocument(item: RawValue, collection: string | null): boolean {
  try {
    return itemDocument(item, collection) !== null
  } catch (error) {
    // One that can't be read is a document all the same.
    if (error instanceof FormatError) return true
    throw error
  }
}

/** The names at the top, the first item of a list, and whether all that was seen are maps of maps. */
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
    // What was seen before the fault is enough; whoever reads the file tells of it.
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

/** The tool's table: 28 columns, the fourth and fifth base64, the third true or false. */
function isAccountTable(text: string): boolean {
  const line = text.split('\n', 1)[0] ?? ''
  return /^[^,{}]{1,128},[^,]*,(true|false),[\w+/=-]*,[\w+/=-]*,/.test(line) && line.split(',').length >= 28
}
