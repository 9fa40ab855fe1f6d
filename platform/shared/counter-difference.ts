/** A counter that is not what its rows say. `counted` is what it should be. */
export type CounterDifference = { table: string; key: string; column: string; stored: string; counted: string }

/** One per column that differs. */
export function differencesOf(
  table: string,
  key: string,
  columns: Record<string, readonly [stored: number | string | null, counted: number | string | null]>,
): CounterDifference[] {
  return Object.entries(columns)
    .map(([column, [stored, counted]]) => ({
      table,
      key,
      column,
      stored: String(stored ?? 'nothing'),
      counted: String(counted ?? 'nothing'),
    }))
    .filter(({ stored, counted }) => stored !== counted)
}
