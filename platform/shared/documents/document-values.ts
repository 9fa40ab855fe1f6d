import { isMap, type DocumentValue } from '@quaff/firestore-export/values'

export { canonicalText, contentOf, isMap, mapOf, numberValue, tagOf } from '@quaff/firestore-export/values'
export type { DocumentMap, DocumentValue, SourceDocument } from '@quaff/firestore-export/values'

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unstorable = /\u0000|\p{Cs}/gu

/** Replaces characters that no JSON column takes with the sign for an unreadable one. */
export function storable<Value extends DocumentValue>(value: Value): Value
export function storable(value: DocumentValue): DocumentValue {
  if (typeof value === 'string') return value.replaceAll(unstorable, '\uFFFD')
  if (Array.isArray(value)) return value.map((one) => storable(one))
  if (!isMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storable(name), storable(one)]))
}
