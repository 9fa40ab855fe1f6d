/**
 * A document of another system in the one form that all readers make and our own export writes: plain values stay plain,
 * all else is a map with one name that begins with `$`. A map of the source that looks like that, or like a time, is written as `$map`.
 */
export type DocumentValue = null | boolean | number | string | readonly DocumentValue[] | DocumentMap
export type DocumentMap = { readonly [name: string]: DocumentValue }
export type SourceDocument = {
  /** "merchants/m1/locations/l1" */
  path: string
  data: DocumentMap
  /** As RFC 3339, where the source knows it. */
  createTime?: string
  updateTime?: string
}

const tags = ['$time', '$ref', '$geo', '$bytes', '$int', '$double', '$map'] as const
export type DocumentTag = (typeof tags)[number]

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isMap = (value: DocumentValue | undefined): value is DocumentMap => isRecord(value)

/** The one tag of a value and what it holds; null for a plain one. */
export function tagOf(value: DocumentValue | undefined): { tag: DocumentTag; content: DocumentValue } | null {
  if (!isMap(value)) return null
  const [name, ...others] = Object.keys(value)
  const tag = others.length === 0 ? tags.find((one) => one === name) : undefined
  return tag ? { tag, content: value[tag] ?? null } : null
}

/** Names of maps that clients of the source write for a value that is none: a time, a place, a reference, bytes. */
export const typedShapes = {
  time: ['_nanoseconds _seconds', 'nanoseconds seconds'],
  place: ['_latitude _longitude', 'latitude longitude'],
  reference: ['_path', '_converter _firestore _path'],
  bytes: ['data type'],
  marked: ['__datatype__ value'],
} as const
const shapes: ReadonlySet<string> = new Set(Object.values(typedShapes).flat())

/** The names of a map in order, as `typedShapes` lists them. */
export const shapeOf = (map: object) => Object.keys(map).sort().join(' ')

/**
 * A map of the source, marked as one where a reader could take it for something else. Names may be anything, `__proto__`
 * too: they are defined, never assigned.
 */
export function mapOf(entries: Iterable<readonly [string, DocumentValue]>): DocumentMap {
  const map: DocumentMap = Object.fromEntries(entries)
  const [name, ...others] = Object.keys(map)
  const isTag = name?.startsWith('$') && others.length === 0
  return isTag || shapes.has(shapeOf(map)) ? { $map: map } : map
}

/** What a map of the source holds, whether it had to be written as `$map` or not; null for anything else. */
export function contentOf(value: DocumentValue | undefined): DocumentMap | null {
  if (!isMap(value)) return null
  const tagged = tagOf(value)
  if (!tagged) return value
  return tagged.tag === '$map' && isMap(tagged.content) ? tagged.content : null
}

/** Numbers that JSON can't hold, or a double couldn't hold exactly, keep their own words. */
export function numberValue(value: number | bigint): DocumentValue {
  if (typeof value === 'bigint') {
    const near = Number(value)
    return Number.isSafeInteger(near) ? near : { $int: String(value) }
  }
  return Number.isFinite(value) ? value : { $double: String(value) }
}

const unstorable = /\u0000|\p{Cs}/gu

/** The same without characters that no JSON column takes: each becomes the sign for an unreadable one. */
export function storable<Value extends DocumentValue>(value: Value): Value
export function storable(value: DocumentValue): DocumentValue {
  if (typeof value === 'string') return value.replaceAll(unstorable, '\uFFFD')
  if (Array.isArray(value)) return value.map((one) => storable(one))
  if (!isMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storable(name), storable(one)]))
}

/** Equal documents give equal text: names in order, at every depth. */
export function canonicalText(value: DocumentValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonicalText(one)}`).join(',')}}`
}
