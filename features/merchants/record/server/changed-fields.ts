import { isDeepStrictEqual } from 'node:util'

export type Changes = { before: Record<string, unknown>; after: Record<string, unknown> }

/** Of `keys` those that differ: what an audit row holds. */
export function changedFields<T extends object>(before: T, after: T, keys: readonly (keyof T & string)[]): Changes {
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key], after[key]))
  const of = (row: T) => Object.fromEntries(changed.map((key) => [key, row[key]]))
  return { before: of(before), after: of(after) }
}
