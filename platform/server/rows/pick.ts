/** Columns of a table for a `select`, by the names that they have there and in the order they are asked for. */
export function pick<Table extends object, Key extends keyof Table>(table: Table, ...keys: Key[]): Pick<Table, Key> {
  return Object.fromEntries(keys.map((key) => [key, table[key]])) as Pick<Table, Key>
}
