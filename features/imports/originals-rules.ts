import {
  canonicalText,
  isMap,
  tagOf,
  type DocumentMap,
  type DocumentValue,
  type SourceDocument,
} from '@quaff/platform/shared/documents/document-values'

/**
 * A value that the export would change: `was` is the original, `became` the exported value. Absent if there is none.
 */
type Original = { at: readonly string[]; was?: DocumentValue; became?: DocumentValue }
/** Text if a name or value contains characters that a JSON column rejects. */
export type Originals = readonly Original[] | string

/** Restores the document together with its row. */
export type Kept = { residue: DocumentMap | null; originals: Originals | null }

const unstorable = /\\u0000|\\ud[89a-f]/i

/**
 * Returns the values that an export would change. `document` has no secrets, `ours` is the row's exported form, and
 * `residue` has the unknown fields.
 */
export function originalsOf(
  document: SourceDocument,
  ours: DocumentMap,
  residue: DocumentMap | null,
): Originals | null {
  const found = differences(wholeOf(document), { data: joined(ours, residue ?? {}) })
  if (found.length === 0) return null
  const text = JSON.stringify(found)
  return unstorable.test(text) ? text : found
}

/** Returns the document of a row. Values that were not edited are the original ones. */
export function restored(path: string, ours: DocumentMap, { residue, originals }: Kept): SourceDocument {
  const known = typeof originals === 'string' ? (JSON.parse(originals) as readonly Original[]) : (originals ?? [])
  let whole: DocumentMap = { data: joined(ours, residue ?? {}) }
  for (const { at, was, became } of known) if (isSame(valueAt(whole, at), became)) whole = replaced(whole, at, was)
  const { data, createTime, updateTime } = whole
  return {
    path,
    data: isMap(data) ? data : {},
    ...(typeof createTime === 'string' ? { createTime } : {}),
    ...(typeof updateTime === 'string' ? { updateTime } : {}),
  }
}

const wholeOf = ({ data, createTime, updateTime }: SourceDocument): DocumentMap => ({
  data,
  ...(createTime === undefined ? {} : { createTime }),
  ...(updateTime === undefined ? {} : { updateTime }),
})

const isFields = (value: DocumentValue | undefined): value is DocumentMap => isMap(value) && tagOf(value) === null
const own = (map: DocumentMap, name: string) => (Object.hasOwn(map, name) ? map[name] : undefined)

function isSame(one: DocumentValue | undefined, other: DocumentValue | undefined) {
  if (one === undefined || other === undefined) return one === other
  return canonicalText(one) === canonicalText(other)
}

function differences(was: DocumentMap, became: DocumentMap, at: readonly string[] = []): Original[] {
  return [...new Set([...Object.keys(was), ...Object.keys(became)])].flatMap((name): Original[] => {
    const [one, other] = [own(was, name), own(became, name)]
    const place = [...at, name]
    if (isFields(one) && isFields(other)) return differences(one, other, place)
    if (isSame(one, other)) return []
    return [
      { at: place, ...(one === undefined ? {} : { was: one }), ...(other === undefined ? {} : { became: other }) },
    ]
  })
}

/** Merges both. A field of the row wins. */
function joined(ours: DocumentMap, residue: DocumentMap): DocumentMap {
  const added = Object.entries(residue).flatMap(([name, value]): [string, DocumentValue][] => {
    const mine = own(ours, name)
    if (mine === undefined) return [[name, value]]
    return isFields(mine) && isFields(value) ? [[name, joined(mine, value)]] : []
  })
  return Object.fromEntries([...Object.entries(ours), ...added])
}

function valueAt(map: DocumentMap, [name = '', ...below]: readonly string[]): DocumentValue | undefined {
  const value = own(map, name)
  if (below.length === 0) return value
  return isFields(value) ? valueAt(value, below) : undefined
}

/** Removes the field if `value` is undefined. */
function replaced(
  map: DocumentMap,
  [name = '', ...below]: readonly string[],
  value: DocumentValue | undefined,
): DocumentMap {
  const before = own(map, name)
  const after = below.length === 0 ? value : replaced(isFields(before) ? before : {}, below, value)
  const others = Object.entries(map).filter(([one]) => one !== name)
  if (after === undefined) return Object.fromEntries(others)
  if (before === undefined) return Object.fromEntries([...others, [name, after]])
  return Object.fromEntries(Object.entries(map).map((entry) => (entry[0] === name ? [name, after] : entry)))
}
