/**
 * A value of a document in the one form that all readers return. Plain values stay plain; all others are a map with one
 * name that begins with `$`. A map of the source that looks like that, or like a time, is written as `$map`.
 */
export type DocumentValue = null | boolean | number | string | readonly DocumentValue[] | DocumentMap
export type DocumentMap = { readonly [name: string]: DocumentValue }
export type SourceDocument = {
  /** "merchants/m1/locations/l1" */
  path: string
  data: DocumentMap
  /** RFC 3339, if the source has it. */
  createTime?: string
  updateTime?: string
}

const tags = ['$time', '$ref', '$geo', '$bytes', '$int', '$double', '$map'] as const
export type DocumentTag = (typeof tags)[number]

export const isMap = (value: DocumentValue | undefined): value is DocumentMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the tag of a value and its content, or null for a plain value. */
export function tagOf(value: DocumentValue | undefined): { tag: DocumentTag; content: DocumentValue } | null {
  if (!isMap(value)) return null
  const [name, ...others] = Object.keys(value)
  const tag = others.length === 0 ? tags.find((one) => one === name) : undefined
  return tag ? { tag, content: value[tag] ?? null } : null
}

/** Names of the maps that client libraries write for a time, a place, a reference or bytes. */
export const typedShapes = {
  time: ['_nanoseconds _seconds', 'nanoseconds seconds'],
  place: ['_latitude _longitude', 'latitude longitude'],
  reference: ['_path', '_converter _firestore _path'],
  bytes: ['data type'],
  marked: ['__datatype__ value'],
} as const
const shapes: ReadonlySet<string> = new Set(Object.values(typedShapes).flat())

/** Returns the sorted names of a map, as `typedShapes` lists them. */
export const shapeOf = (map: object) => Object.keys(map).sort().join(' ')

/**
 * Returns a map of the source, marked as `$map` if a reader could mistake it for something else. Names may be anything,
 * even `__proto__`: they are defined, never assigned.
 */
export function mapOf(entries: Iterable<readonly [string, DocumentValue]>): DocumentMap {
  const map: DocumentMap = Object.fromEntries(entries)
  const [name, ...others] = Object.keys(map)
  const isTag = name?.startsWith('$') && others.length === 0
  return isTag || shapes.has(shapeOf(map)) ? { $map: map } : map
}

/** Returns the content of a map, marked as `$map` or not, or null for anything else. */
export function contentOf(value: DocumentValue | undefined): DocumentMap | null {
  if (!isMap(value)) return null
  const tagged = tagOf(value)
  if (!tagged) return value
  return tagged.tag === '$map' && isMap(tagged.content) ? tagged.content : null
}

/** Keeps numbers as text if JSON can't hold them or a double couldn't hold them exactly. */
export function numberValue(value: number | bigint): DocumentValue {
  if (typeof value === 'bigint') {
    const near = Number(value)
    return Number.isSafeInteger(near) ? near : { $int: String(value) }
  }
  return Number.isFinite(value) ? value : { $double: String(value) }
}

/** Returns the same text for equal documents: names are sorted at every depth. */
export function canonicalText(value: DocumentValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonicalText(one)}`).join(',')}}`
}

const timestamp = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/

/** Parses an RFC 3339 text with its zone, to the millisecond. Returns undefined for any other text. */
export function parseTimestamp(text: string): Date | undefined {
  const [, day, clock, fraction = '', zone] = timestamp.exec(text) ?? []
  if (!day || !clock || !zone) return undefined
  // `Date` would roll a day that does not exist over into the next month.
  const asUtc = new Date(`${day}T${clock}Z`)
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 19) !== `${day}T${clock}`) return undefined
  const at = new Date(`${day}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}${zone}`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** Returns a time with at most nine digits; zeros at the end are left out in threes. */
export function timeValue(seconds: number, nanoseconds: number): DocumentValue {
  const whole = new Date(seconds * 1_000)
  if (Number.isNaN(whole.getTime())) return { $map: { seconds, nanoseconds } }
  const digits = String(nanoseconds)
    .padStart(9, '0')
    .replace(/(?:000){1,2}$/, '')
  return { $time: whole.toISOString().replace(/\.000Z$/, `.${digits}Z`) }
}

/** Returns the time in an RFC 3339 text. Any other text is returned unchanged. */
export function timeText(text: string): DocumentValue {
  const parts = timeParts(text)
  return parts ? timeValue(parts.seconds, parts.nanoseconds) : { $time: text }
}

/** Returns the parts of an RFC 3339 text, or null. */
export function timeParts(text: string): { seconds: number; nanoseconds: number } | null {
  const [, day, clock, fraction = '', zone] = timestamp.exec(text) ?? []
  const at = parseTimestamp(`${day}T${clock}${zone}`)
  return at ? { seconds: at.getTime() / 1_000, nanoseconds: Number(fraction.padEnd(9, '0')) } : null
}
