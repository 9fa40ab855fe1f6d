import { plainFields } from './json-values'
import type { RawMap } from './raw-value'
import { createJsonReader, type JsonPath, type JsonVisitor } from './json-reader'
import type { Chunks, Read } from './reading'

/** Two tools write whole databases as one tree; they differ in the name below which collections stand, and in the root. */
export const treeKinds = {
  /** `{"__collections__":{"users":{"u1":{…fields,"__collections__":{…}}}}}` */
  marked: { marker: '__collections__', offset: 0 },
  /** `{"users":{"u1":{…fields,"subCollection":{"users/u1/redemptions":{"r1":{…}}}}}}` */
  bare: { marker: 'subCollection', offset: 1 },
} as const
export type TreeKind = keyof typeof treeKinds

/** Documents of such a tree, each after those below it. Memory holds the documents that are open, not their collections. */
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
  // Below the marker stand collections, below these documents, below these their fields and the next marker.
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
      // A document that only leads to its collections was never written itself.
      if (leading.delete(key) && raw === undefined) return
      record += 1
      fields.delete(key)
      tell({ document: { path: key, data: plainFields(raw ?? {}) }, place: { record } })
    },
  }
}
