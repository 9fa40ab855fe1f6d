import { parseJson } from './parse-json'
import { plainFields } from './json-values'
import { isRawMap, type RawMap, type RawValue } from './raw-value'
import { pathIn, restFields } from './rest-values'
import type { SourceDocument } from './values'

/**
 * One document of a list or of a line, as each tool writes it; null where it is none of them. `collection`: of files that
 * hold one collection and name it only in the file's own name.
 */
export function itemDocument(raw: RawValue, collection: string | null): SourceDocument | null {
  if (!isRawMap(raw)) return null
  const item = isRawMap(raw['document']) ? raw['document'] : raw
  return (
    restDocument(item) ??
    pathDocument(item) ??
    tableRow(item) ??
    (collection === null ? null : namedById(item, collection))
  )
}

/** `{"name":"projects/…/documents/users/u1","fields":{…}}` */
function restDocument({ name, fields, createTime, updateTime }: RawMap): SourceDocument | null {
  if (typeof name !== 'string' || !name.includes('/documents/')) return null
  return { path: pathIn(name), data: isRawMap(fields) ? restFields(fields) : {}, ...times(createTime, updateTime) }
}

/** `{"path":"users/u1","data":{…}}`: our own form, or that of a tool which lists beside it what is a time or a place. */
function pathDocument({ path, data, createTime, updateTime }: RawMap): SourceDocument | null {
  if (typeof path !== 'string' || !isRawMap(data)) return null
  return { path, data: plainFields(data, true), ...times(createTime, updateTime) }
}

/** A row of a table that mirrors a collection: `document_name`, and the fields as JSON text. */
function tableRow({ document_name: name, data, operation }: RawMap): SourceDocument | null {
  if (typeof name !== 'string' || operation === 'DELETE') return null
  const fields = typeof data === 'string' ? parsed(data) : data
  return isRawMap(fields) ? { path: pathIn(name), data: plainFields(fields) } : null
}

const idNames = ['id', 'firestore_id', '_id', 'uid'] as const

function namedById(item: RawMap, collection: string): SourceDocument | null {
  for (const name of idNames) {
    const { [name]: id, ...rest } = item
    if (typeof id !== 'string' || id === '') continue
    return { path: `${collection}/${id}`, data: plainFields(name === 'firestore_id' ? rest : item) }
  }
  return null
}

const times = (createTime: RawValue | undefined, updateTime: RawValue | undefined) => ({
  ...(typeof createTime === 'string' ? { createTime } : {}),
  ...(typeof updateTime === 'string' ? { updateTime } : {}),
})

function parsed(text: string): RawValue {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}
