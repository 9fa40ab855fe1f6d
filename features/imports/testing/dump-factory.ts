import {
  contentOf,
  isMap,
  tagOf,
  type DocumentMap,
  type DocumentValue,
  type SourceDocument,
} from '@quaff/platform/shared/documents/document-values'

/** Writes JSON like other tools: integers beyond 2^53 have no quotes. */
export function foreignJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"\u0001(-?\d+)"|"\\u0001(-?\d+)"/g, '$1$2')
}
const bare = (digits: string) => `\u0001${digits}`

type Spelling = (tag: string, content: DocumentValue) => unknown

/** Writes fields in the format of a tool. `spell` writes special values. */
function spelled(data: DocumentMap, spell: Spelling): Record<string, unknown> {
  const valueOf = (value: DocumentValue): unknown => {
    if (Array.isArray(value)) return value.map(valueOf)
    if (!isMap(value)) return value
    const tagged = tagOf(value)
    if (tagged?.tag === '$int') return bare(String(tagged.content as string))
    if (tagged && tagged.tag !== '$map') return spell(tagged.tag, tagged.content)
    return spelled(contentOf(value) ?? {}, spell)
  }
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, valueOf(value)]))
}

function secondsOf(text: DocumentValue): { _seconds: number; _nanoseconds: number } {
  const [, second = '', fraction = ''] = /^(.+?)(?:\.(\d+))?Z$/.exec(String(text as string)) ?? []
  return { _seconds: Date.parse(`${second}Z`) / 1_000, _nanoseconds: Number(fraction.padEnd(9, '0')) }
}
const placeOf = ([latitude, longitude]: readonly DocumentValue[]) => ({ _latitude: latitude, _longitude: longitude })
const bytesOf = (content: DocumentValue) => Buffer.from(String(content as string), 'base64')

/** The format of client libraries. */
const client: Spelling = (tag, content) => {
  if (tag === '$time') return secondsOf(content)
  if (tag === '$geo') return placeOf(content as readonly DocumentValue[])
  if (tag === '$bytes') return bytesOf(content).toJSON()
  return { _path: { segments: String(content as string).split('/') } }
}
/** The format of the tool that marks types. Its older versions wrote times as text. */
const marking =
  (isOld: boolean): Spelling =>
  (tag, content) => {
    if (tag === '$time') return { __datatype__: 'timestamp', value: isOld ? content : secondsOf(content) }
    if (tag === '$geo') return { __datatype__: 'geopoint', value: placeOf(content as readonly DocumentValue[]) }
    if (tag === '$bytes') return bytesOf(content).toJSON()
    return { __datatype__: 'documentReference', value: content }
  }

type Node = { data: DocumentMap; collections: Map<string, Map<string, Node>> }

function nodesOf(documents: readonly SourceDocument[]): Node['collections'] {
  const root: Node = { data: {}, collections: new Map() }
  for (const { path, data } of documents) {
    let node = root
    const names = path.split('/')
    for (let index = 0; index < names.length; index += 2) {
      const [collection = '', id = ''] = names.slice(index, index + 2)
      const nodes = node.collections.get(collection) ?? new Map<string, Node>()
      node.collections.set(collection, nodes)
      node = nodes.get(id) ?? { data: {}, collections: new Map() }
      nodes.set(id, node)
    }
    node.data = data
  }
  return root.collections
}

/** `{"__collections__":{…}}` */
export function markedTree(documents: readonly SourceDocument[], isOld: boolean): string {
  const below = (collections: Node['collections']): object => ({
    __collections__: mapped(collections, (nodes) =>
      mapped(nodes, (node) => ({ ...spelled(node.data, marking(isOld)), ...below(node.collections) })),
    ),
  })
  return foreignJson(below(nodesOf(documents)))
}

/** `{"users":{"u1":{…,"subCollection":{"users/u1/redemptions":{…}}}}}` */
export function bareTree(documents: readonly SourceDocument[]): string {
  const collection = (nodes: Map<string, Node>, path: string): object =>
    Object.fromEntries(
      [...nodes].map(([id, { data, collections }]) => {
        const inner = [...collections].map(([name, some]) => {
          const at = `${path}/${id}/${name}`
          return [at, collection(some, at)]
        })
        const below = inner.length === 0 ? {} : { subCollection: Object.fromEntries(inner) }
        return [id, { ...spelled(data, client), ...below }]
      }),
    )
  return foreignJson(mapped(nodesOf(documents), (nodes, name) => collection(nodes, name)))
}

const mapped = <One>(map: ReadonlyMap<string, One>, write: (one: One, name: string) => object) =>
  Object.fromEntries([...map].map(([name, one]) => [name, write(one, name)]))

const root = 'projects/old-system/databases/(default)/documents/'

export function restDocuments(documents: readonly SourceDocument[]): object[] {
  return documents.map(({ path, data }) => ({ name: `${root}${path}`, fields: restFields(data) }))
}

const restFields = (data: DocumentMap): object =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, restValue(value)]))

function restValue(value: DocumentValue): object {
  if (value === null) return { nullValue: null }
  if (typeof value === 'boolean') return { booleanValue: value }
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'number')
    return Number.isInteger(value) ? { integerValue: String(value) } : { doubleValue: value }
  if (Array.isArray(value)) return { arrayValue: value.length === 0 ? {} : { values: value.map(restValue) } }
  const tagged = tagOf(value)
  const text = typeof tagged?.content === 'string' ? tagged.content : ''
  switch (tagged?.tag) {
    case '$time':
      return { timestampValue: text.replace('.000Z', 'Z') }
    case '$int':
      return { integerValue: text }
    case '$double':
      return { doubleValue: text }
    case '$bytes':
      return { bytesValue: text }
    case '$ref':
      return { referenceValue: `${root}${text}` }
    case '$geo': {
      const [latitude, longitude] = tagged.content as readonly DocumentValue[]
      return { geoPointValue: { latitude, longitude } }
    }
    default:
      return { mapValue: { fields: restFields(contentOf(value) ?? {}) } }
  }
}

const lines = (values: readonly unknown[]) => values.map((one) => `${foreignJson(one)}\n`).join('')

/** Writes one document per line in the format of client libraries. */
export const plainLines = (documents: readonly SourceDocument[]) =>
  lines(documents.map(({ path, data }) => ({ path, data: spelled(data, client) })))

export const canonicalLines = (documents: readonly SourceDocument[]) => lines(documents)

/** Writes rows of a mirror table, with the fields as JSON text within the JSON. */
export const tableRows = (documents: readonly SourceDocument[]) =>
  lines(
    documents.map(({ path, data }) => ({
      document_name: `${root}${path}`,
      operation: 'IMPORT',
      data: foreignJson(spelled(data, client)),
    })),
  )
