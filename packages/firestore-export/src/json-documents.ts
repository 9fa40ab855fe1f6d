import { FormatError, documentErrorOf } from './errors.js'
import {
  createJsonReader,
  isRawMap,
  parseJson,
  type JsonPath,
  type JsonVisitor,
  type RawMap,
  type RawValue,
} from './json-reader.js'
import { pathIn, plainFields, restFields } from './json-values.js'
import type { Chunks, Read } from './reading.js'
import type { SourceDocument } from './values.js'

/** Reads `[…]` or `{"documents":[…]}`. Returns each item with its number from 1. */
export async function* readItems(
  chunks: Chunks,
  listName: string | null,
): AsyncGenerator<{ item: RawValue; record: number }> {
  const found: { item: RawValue; record: number }[] = []
  const depth = listName === null ? 0 : 1
  const visitor: JsonVisitor = {
    opens: (path) => path.length < depth || (path.length === depth && (depth === 0 || path[0] === listName)),
    value(path, item) {
      if (path.length === depth + 1) found.push({ item, record: Number(path[depth]) + 1 })
    },
    end() {},
  }
  const reader = createJsonReader(visitor)
  for await (const chunk of chunks) {
    reader.write(chunk)
    yield* found.splice(0)
  }
  reader.close()
  yield* found
}

/** Reads a list of documents in one of the shapes of `itemDocument`. */
export async function* readList(
  chunks: Chunks,
  { listName, collection }: { listName: string | null; collection: string | null },
): AsyncGenerator<Read> {
  for await (const { item, record } of readItems(chunks, listName))
    yield asRead(() => itemDocument(item, collection), { record })
}

/** Returns a `FormatError` of one document as a fault. Other errors are ours and are thrown. */
export function asRead(read: () => SourceDocument | null, place: Read['place']): Read {
  try {
    const document = read()
    return document ? { document, place } : { fault: 'not_a_document', path: null, place }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return { fault: documentErrorOf(error), path: null, place }
  }
}

/**
 * Returns a document as any of the tools writes it, or null. `collection` is the collection of a file that names it only
 * in the file name.
 */
export function itemDocument(raw: RawValue, collection: string | null): SourceDocument | null {
  if (!isRawMap(raw)) return null
  const item = isRawMap(raw['document']) ? raw['document'] : raw
  return (
    restDocument(item) ??
    pathDocument(item) ??
    tableRow(item) ??
    (collection === null ? null : namedById(item, collection))
  )
}

/** `{"name":"projects/…/documents/users/u1","fields":{…}}` */
function restDocument({ name, fields, createTime, updateTime }: RawMap): SourceDocument | null {
  if (typeof name !== 'string' || !name.includes('/documents/')) return null
  return { path: pathIn(name), data: isRawMap(fields) ? restFields(fields) : {}, ...times(createTime, updateTime) }
}

/** `{"path":"users/u1","data":{…}}`, with or without the tags of `DocumentValue`. */
function pathDocument({ path, data, createTime, updateTime }: RawMap): SourceDocument | null {
  if (typeof path !== 'string' || !isRawMap(data)) return null
  return { path, data: plainFields(data, true), ...times(createTime, updateTime) }
}

/** A row of the BigQuery extension: `document_name`, and the fields as JSON text. */
function tableRow({ document_name: name, data, operation }: RawMap): SourceDocument | null {
  if (typeof name !== 'string' || operation === 'DELETE') return null
  const fields = typeof data === 'string' ? parsed(data) : data
  return isRawMap(fields) ? { path: pathIn(name), data: plainFields(fields) } : null
}

const idNames = ['id', 'firestore_id', '_id', 'uid'] as const

function namedById(item: RawMap, collection: string): SourceDocument | null {
  for (const name of idNames) {
    const { [name]: id, ...rest } = item
    if (typeof id !== 'string' || id === '') continue
    return { path: `${collection}/${id}`, data: plainFields(name === 'firestore_id' ? rest : item) }
  }
  return null
}

const times = (createTime: RawValue | undefined, updateTime: RawValue | undefined) => ({
  ...(typeof createTime === 'string' ? { createTime } : {}),
  ...(typeof updateTime === 'string' ? { updateTime } : {}),
})

function parsed(text: string): RawValue {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

/** Two tools write a database as one tree, with different names for collections and root. */
const treeKinds = {
  /** `{"__collections__":{"users":{"u1":{…fields,"__collections__":{…}}}}}` */
  marked: { marker: '__collections__', offset: 0 },
  /** `{"users":{"u1":{…fields,"subCollection":{"users/u1/redemptions":{"r1":{…}}}}}}` */
  bare: { marker: 'subCollection', offset: 1 },
} as const
export type TreeKind = keyof typeof treeKinds

/** Reads the documents of a tree, each after the documents below it. Memory holds open documents, not their collections. */
export async function* readTree(kind: TreeKind, chunks: Chunks): AsyncGenerator<Read> {
  const found: Read[] = []
  const reader = createJsonReader(treeVisitor(kind, (read) => void found.push(read)))
  for await (const chunk of chunks) {
    reader.write(chunk)
    yield* found.splice(0)
  }
  reader.close()
  yield* found
}

function treeVisitor(kind: TreeKind, tell: (read: Read) => void): JsonVisitor {
  const { marker, offset } = treeKinds[kind]
  const fields = new Map<string, RawMap>()
  const leading = new Set<string>()
  let record = 0
  // The levels are: marker, collection, document, and again marker.
  const levelOf = (path: JsonPath) => (path.length + offset) % 3
  const isDocument = (path: JsonPath) => path.length > 0 && levelOf(path) === 0
  const documentPath = (path: JsonPath) =>
    path
      .filter((_name, index) => (index + offset) % 3 !== 0)
      .map((name, index) => (index % 2 === 0 ? (String(name).split('/').at(-1) ?? '') : String(name)))
      .join('/')
  return {
    opens: (path) => path.length === 0 || levelOf(path) !== 1 || path.at(-1) === marker,
    value(path, value) {
      const owner = path.slice(0, -1)
      if (!isDocument(owner)) return tell({ fault: 'not_a_document', path: documentPath(path) || null, place: null })
      const key = documentPath(owner)
      const known = fields.get(key) ?? {}
      Object.defineProperty(known, String(path.at(-1)), { value, enumerable: true, configurable: true, writable: true })
      fields.set(key, known)
    },
    end(path) {
      if (!isDocument(path)) return
      const key = documentPath(path)
      const parent = key.split('/').slice(0, -2).join('/')
      if (parent !== '') leading.add(parent)
      const raw = fields.get(key)
      // A document without fields only leads to its collections: it does not exist.
      if (leading.delete(key) && raw === undefined) return
      record += 1
      fields.delete(key)
      tell({ document: { path: key, data: plainFields(raw ?? {}) }, place: { record } })
    },
  }
}
