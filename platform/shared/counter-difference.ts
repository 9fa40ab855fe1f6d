/** A counter that differs from its rows. `counted` is the correct value. */
export type CounterDifference = { table: string; key: string; column: string; stored: string; counted: string }

/** Returns one difference per column that differs. */
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
