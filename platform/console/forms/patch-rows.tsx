import type { QueryClient, QueryKey } from '@tanstack/react-query'

export type Fields = Record<string, unknown>
interface Patch {
  isSame: (row: Fields) => boolean
  change: (row: Fields) => Fields
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Changes one record wherever it has been read: as itself, or as a row of a page, of pages, of any list. */
export function patchRows(client: QueryClient, keys: readonly QueryKey[], patch: Patch): void {
  for (const queryKey of keys) client.setQueriesData({ queryKey }, (data: unknown) => patched(data, patch))
}

/** The same value where nothing in it changed: what shows it need not be drawn anew. */
function patched(data: unknown, patch: Patch): unknown {
  if (Array.isArray(data)) {
    const rows: unknown[] = data
    const next = rows.map((one) => patched(one, patch))
    return next.every((one, index) => one === rows[index]) ? data : next
  }
  if (!isObject(data)) return data
  if (patch.isSame(data)) return patch.change(data)
  const lists = Object.entries(data).filter(([, value]) => Array.isArray(value))
  const changed = lists.map(([name, list]) => [name, patched(list, patch)] as const)
  return changed.every(([name, list]) => list === data[name]) ? data : { ...data, ...Object.fromEntries(changed) }
}

/** Of a change, what `row` has, too: rows know less than records. */
export function pickKnown(row: object, change: object): Fields {
  return Object.fromEntries(Object.entries(change).filter(([name]) => name in row))
}
