import type { QueryClient, QueryKey } from '@tanstack/react-query'

type Fields = Record<string, unknown>
type Change = (row: Fields) => Fields

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/**
 * Changes one record wherever it has been read: as itself, as a row of a page, of pages or of an array. Only what a copy
 * holds is changed, since rows know less than records.
 */
export function patchRows(client: QueryClient, keys: readonly QueryKey[], id: string, change: Change): void {
  for (const queryKey of keys) client.setQueriesData({ queryKey }, (data: unknown) => patched(data, id, change))
}

function patched(data: unknown, id: string, change: Change): unknown {
  if (Array.isArray(data)) return keptOrNew(data, (one) => patched(one, id, change))
  if (!isObject(data)) return data
  if (data['id'] === id) return change(data)
  const { pages, rows } = data
  if (Array.isArray(pages)) return withList(data, 'pages', pages, id, change)
  return Array.isArray(rows) ? withList(data, 'rows', rows, id, change) : data
}

function withList(data: Fields, name: string, list: unknown[], id: string, change: Change): Fields {
  const next = keptOrNew(list, (one) => patched(one, id, change))
  return next === list ? data : { ...data, [name]: next }
}

/** The same array where nothing in it changed: what shows it need not be drawn anew. */
function keptOrNew(list: unknown[], next: (one: unknown) => unknown): unknown[] {
  const changed = list.map(next)
  return changed.every((one, index) => one === list[index]) ? list : changed
}

/** Of a change, what `row` has, too. */
export function pickKnown(row: Fields, change: Fields): Fields {
  return Object.fromEntries(Object.entries(change).filter(([name]) => name in row))
}
