import { FormatError } from './errors'
import { isRawMap, rawNumber, type RawMap, type RawValue } from './raw-value'
import { timeText } from './values'
import { mapOf, numberValue, type DocumentMap, type DocumentValue } from './values'

/** `fields` of the store's REST interface: each value is wrapped in the name of its kind. */
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

/** Numbers are written as text there, and also as themselves. */
const textOf = (content: RawValue | undefined) =>
  typeof content === 'string' || typeof content === 'number' || typeof content === 'bigint' ? String(content) : ''

/** A part that is 0 is left out by the encoder. */
function placeOf(content: RawValue | undefined): DocumentValue {
  const part = (name: string) => (isRawMap(content) && typeof content[name] === 'number' ? content[name] : 0)
  return { $geo: [part('latitude'), part('longitude')] }
}

/** "projects/p/databases/(default)/documents/users/u1" → "users/u1" */
export const pathIn = (name: string) => name.replace(/^projects\/[^/]+\/databases\/[^/]+\/documents\//, '')
