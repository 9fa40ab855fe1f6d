/** Returns columns of a table for a `select`, under their own names and in the given order. */
export function pick<Table extends object, Key extends keyof Table>(table: Table, ...keys: Key[]): Pick<Table, Key> {
  return Object.fromEntries(keys.map((key) => [key, table[key]])) as Pick<Table, Key>
}
