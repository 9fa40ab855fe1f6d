/** A counter that is not what its rows say. `counted` is what it should be. */
export type CounterDifference = { table: string; key: string; column: string; stored: string; counted: string }

/** One per column that differs. */
export function differencesOf(
  table: string,
  key: string,
  columns: Record<string, readonly [stored: unknown, counted: unknown]>,
): CounterDifference[] {
  return Object.entries(columns)
    .map(([column, [stored, counted]]) => ({ table, key, column, stored: textOf(stored), counted: textOf(counted) }))
    .filter(({ stored, counted }) => stored !== counted)
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  return value instanceof Date ? value.toISOString() : String(value)
}
