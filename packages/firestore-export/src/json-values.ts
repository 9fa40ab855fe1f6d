import { FormatError } from './errors.js'
import { isRawMap, rawNumber, type RawMap, type RawValue } from './json-reader.js'
import {
  mapOf,
  numberValue,
  shapeOf,
  tagOf,
  timeText,
  timeValue,
  type DocumentMap,
  type DocumentValue,
  typedShapes,
} from './values.js'

/**
 * Returns the fields that a client library or an export tool wrote as JSON. With `isTagged`, the file may also hold the
 * tags of `DocumentValue`.
 */
export function plainFields(raw: RawMap, isTagged = false): DocumentMap {
  return fieldsAt(raw, isTagged, 0)
}

const deepest = 100

function fieldsAt(raw: RawMap, isTagged: boolean, depth: number): DocumentMap {
  const valueOf = (value: RawValue, level: number): DocumentValue => {
    if (level > deepest) throw new FormatError('too_deep', null)
    if (Array.isArray(value)) return value.map((one) => valueOf(one, level + 1))
    if (!isRawMap(value)) return typeof value === 'number' || typeof value === 'bigint' ? numberValue(value) : value
    const inner = () => Object.entries(value).map(([name, one]) => [name, valueOf(one, level + 1)] as const)
    if (isTagged && isRawMap(value['$map'])) return { $map: fieldsAt(value['$map'], true, level + 1) }
    if (isTagged && tagOf(namesOf(value))) return Object.fromEntries(inner())
    return typedValue(value) ?? mapOf(inner())
  }
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, valueOf(value, depth + 1)]))
}

/** Leaves out the values, so that each is converted only once. */
const namesOf = (raw: RawMap): DocumentMap => Object.fromEntries(Object.keys(raw).map((name) => [name, null]))

const kinds = Object.entries(typedShapes).flatMap(([kind, shapes]) => shapes.map((shape) => [shape, kind] as const))
const kindOf: ReadonlyMap<string, string> = new Map(kinds)

/** Returns the value of a map with exactly the names of a time, a place, a reference or bytes. */
function typedValue(raw: RawMap): DocumentValue | undefined {
  switch (kindOf.get(shapeOf(raw))) {
    case 'time':
      return timeFrom(raw['_seconds'] ?? raw['seconds'], raw['_nanoseconds'] ?? raw['nanoseconds'])
    case 'place':
      return placeFrom(raw['_latitude'] ?? raw['latitude'], raw['_longitude'] ?? raw['longitude'])
    case 'reference':
      return referenceFrom(raw['_path'])
    case 'bytes':
      return raw['type'] === 'Buffer' ? bytesFrom(raw['data']) : undefined
    case 'marked':
      return markedValue(raw)
    default:
      return undefined
  }
}

/** `{"__datatype__":"timestamp","value":…}` */
function markedValue({ __datatype__: kind, value }: RawMap): DocumentValue | undefined {
  if (kind === 'documentReference' && typeof value === 'string') return { $ref: value }
  if (kind === 'timestamp' && typeof value === 'string') return timeText(value)
  return isRawMap(value) ? typedValue(value) : undefined
}

function timeFrom(seconds: RawValue | undefined, nanoseconds: RawValue | undefined): DocumentValue | undefined {
  const isTime = typeof seconds === 'number' && Number.isInteger(seconds) && typeof nanoseconds === 'number'
  return isTime && Number.isInteger(nanoseconds) && nanoseconds >= 0 && nanoseconds < 1e9
    ? timeValue(seconds, nanoseconds)
    : undefined
}

const placeFrom = (latitude: RawValue | undefined, longitude: RawValue | undefined): DocumentValue | undefined =>
  typeof latitude === 'number' && typeof longitude === 'number' ? { $geo: [latitude, longitude] } : undefined

function bytesFrom(data: RawValue | undefined): DocumentValue | undefined {
  const isByte = (one: RawValue) => Number.isInteger(one) && Number(one) >= 0 && Number(one) < 256
  if (!Array.isArray(data) || !data.every(isByte)) return undefined
  return { $bytes: Buffer.from(data.map(Number)).toString('base64') }
}

function referenceFrom(path: RawValue | undefined): DocumentValue | undefined {
  const segments = isRawMap(path) ? path['segments'] : undefined
  if (!Array.isArray(segments) || !segments.every((one) => typeof one === 'string')) return undefined
  return { $ref: segments.join('/') }
}

/** Returns the `fields` of the REST API, which wraps each value in the name of its kind. */
export function restFields(raw: RawMap): DocumentMap {
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, restValue(value)]))
}

function restValue(raw: RawValue): DocumentValue {
  const [kind, content] = isRawMap(raw) ? (Object.entries(raw)[0] ?? []) : []
  switch (kind) {
    case 'integerValue':
      return /^-?\d{1,19}$/.test(textOf(content)) ? numberValue(rawNumber(textOf(content))) : textOf(content)
    case 'doubleValue':
      return typeof content === 'number' ? numberValue(content) : { $double: textOf(content) }
    case 'booleanValue':
      return content === true
    case 'stringValue':
      return textOf(content)
    case 'timestampValue':
      return timeText(textOf(content))
    case 'bytesValue':
      return { $bytes: textOf(content) }
    case 'referenceValue':
      return { $ref: pathIn(textOf(content)) }
    case 'geoPointValue':
      return placeOf(content)
    case 'arrayValue':
      return isRawMap(content) && Array.isArray(content['values']) ? content['values'].map(restValue) : []
    case 'mapValue':
      return mapOf(
        Object.entries(isRawMap(content) && isRawMap(content['fields']) ? restFields(content['fields']) : {}),
      )
    case 'nullValue':
    case undefined:
      return null
    default:
      throw new FormatError('unknown_value', null)
  }
}

/** The API writes numbers as text; some tools write them as numbers. */
const textOf = (content: RawValue | undefined) =>
  typeof content === 'string' || typeof content === 'number' || typeof content === 'bigint' ? String(content) : ''

/** The encoder leaves out parts that are 0. */
function placeOf(content: RawValue | undefined): DocumentValue {
  const part = (name: string) => (isRawMap(content) && typeof content[name] === 'number' ? content[name] : 0)
  return { $geo: [part('latitude'), part('longitude')] }
}

/** "projects/p/databases/(default)/documents/users/u1" → "users/u1" */
export const pathIn = (name: string) => name.replace(/^projects\/[^/]+\/databases\/[^/]+\/documents\//, '')
