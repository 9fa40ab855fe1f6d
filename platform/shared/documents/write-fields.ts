import { type DocumentMap, type DocumentValue, mapOf, numberValue, tagOf, timeOf } from './document-values'

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
