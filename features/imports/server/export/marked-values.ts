import { timeParts } from '@quaff/firestore-export'
import {
  contentOf,
  isMap,
  tagOf,
  type DocumentMap,
  type DocumentValue,
} from '@quaff/platform/shared/documents/document-values'

/** JSON text of fields as `node-firestore-import-export` marks them; what it has no words for, as near as it comes. */
export const markedFields = (data: DocumentMap): string[] =>
  Object.entries(data).map(([name, value]) => `${JSON.stringify(name)}:${markedText(value)}`)

function markedText(value: DocumentValue): string {
  if (Array.isArray(value)) return `[${value.map(markedText).join(',')}]`
  if (!isMap(value)) return JSON.stringify(value)
  const tagged = tagOf(value)
  if (!tagged || tagged.tag === '$map') return `{${markedFields(contentOf(value) ?? {}).join(',')}}`
  return taggedText(tagged)
}

function taggedText({ tag, content }: NonNullable<ReturnType<typeof tagOf>>): string {
  const marked = (kind: string, value: unknown) => JSON.stringify({ __datatype__: kind, value })
  const parts = tag === '$time' && typeof content === 'string' ? timeParts(content) : null
  if (parts) return marked('timestamp', { _seconds: parts.seconds, _nanoseconds: parts.nanoseconds })
  if (tag === '$geo' && Array.isArray(content))
    return marked('geopoint', { _latitude: content[0], _longitude: content[1] })
  if (tag === '$ref') return marked('documentReference', content)
  if (tag === '$bytes' && typeof content === 'string') return JSON.stringify(Buffer.from(content, 'base64').toJSON())
  // A whole number stands there with all its digits; what is no number at all is nothing to this tool.
  return tag === '$int' && typeof content === 'string' ? content : 'null'
}
