import {
  type DocumentMap,
  type DocumentValue,
  isMap,
  mapOf,
  numberValue,
  parseTimestamp,
  tagOf,
} from '@quaff/firestore-export/source/values'

export { canonicalText, contentOf, isMap, mapOf, tagOf } from '@quaff/firestore-export/source/values'
export type { DocumentMap, DocumentValue, SourceDocument } from '@quaff/firestore-export/source/values'

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unstorable = /\u0000|\p{Cs}/gu

/** Replaces characters that a JSON column rejects with the replacement character. */
export function storable<Value extends DocumentValue>(value: Value): Value
export function storable(value: DocumentValue): DocumentValue {
  if (typeof value === 'string') return value.replaceAll(unstorable, '\uFFFD')
  if (Array.isArray(value)) return value.map((one) => storable(one))
  if (!isMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storable(name), storable(one)]))
}

/** A bare number is a time only within these years. All other numbers are something else or have another unit. */
const [earliest, latest] = [Date.UTC(2000, 0), Date.UTC(2100, 0)]
const [secondsBelow, millisecondsBelow] = [1e11, 1e14]

/**
 * Reads a time field: a tagged time, RFC 3339 text with a zone, or seconds, milliseconds or microseconds since 1970.
 * Returns undefined for anything else, because times are never guessed. Digits below the millisecond are cut off.
 */
export function readTime(value: DocumentValue | undefined): Date | undefined {
  const tagged = tagOf(value)
  if (tagged)
    return tagged.tag === '$time' && typeof tagged.content === 'string' ? parseTimestamp(tagged.content) : undefined
  if (typeof value === 'number') return readNumber(value)
  if (typeof value !== 'string') return undefined
  return /^\d{9,17}$/.test(value) ? readNumber(Number(value)) : parseTimestamp(value)
}

function readNumber(value: number) {
  if (value < secondsBelow) return within(value * 1_000)
  return within(value < millisecondsBelow ? value : value / 1_000)
}

function within(milliseconds: number) {
  return milliseconds >= earliest && milliseconds < latest ? new Date(Math.floor(milliseconds)) : undefined
}

/** Returns a time in the format of the source. */
export const timeOf = (at: Date): DocumentValue => ({ $time: at.toISOString() })

/** Returns columns as the fields of a document. Columns without a value are left out. */
export function writtenFields(fields: Readonly<Record<string, unknown>>): DocumentMap {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, writtenValue(value)] as const],
    ),
  )
}

/** Converts a value, also from a JSON column that already contains tagged values of the source. */
function writtenValue(value: unknown): DocumentValue {
  if (value instanceof Date) return timeOf(value)
  if (Array.isArray(value)) return value.map(writtenValue)
  if (typeof value === 'number') return numberValue(value)
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null) return null
  if (tagOf({ ...value })) return { ...value }
  return mapOf(Object.entries(value).map(([name, one]) => [name, writtenValue(one)] as const))
}
