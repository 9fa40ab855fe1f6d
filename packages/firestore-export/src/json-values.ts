import { FormatError } from './errors'
import { isRawMap, type RawMap, type RawValue } from './raw-value'
import { timeText, timeValue } from './values'
import { mapOf, numberValue, shapeOf, tagOf, typedShapes, type DocumentMap, type DocumentValue } from './values'

/**
 * Fields as a client library writes them to JSON, as one of the tools that mark what is no plain value, or with the tags
 * of our own form, where `isTagged` says that the file may hold them.
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

/** What is below is looked at once: at each level twice would be without end. */
const namesOf = (raw: RawMap): DocumentMap => Object.fromEntries(Object.keys(raw).map((name) => [name, null]))

const kinds = Object.entries(typedShapes).flatMap(([kind, shapes]) => shapes.map((shape) => [shape, kind] as const))
const kindOf: ReadonlyMap<string, string> = new Map(kinds)

/** A map that has the names of a time, a place, a reference or bytes, and no other. */
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
