type Round<Row> = { keys: Set<string>; rows: Promise<ReadonlyMap<string, Row>> }

/**
 * One statement for all who ask within one turn of the process, each for the row of a key. It is sent after the last of
 * them has asked, so that nobody is told what was true before; whoever comes later asks anew. When it fails it fails for
 * all of them. `read` is given each key once, and answers without those that have no row.
 */
export function gatheredRead<Db extends object, Row>(
  read: (db: Db, keys: string[]) => Promise<ReadonlyMap<string, Row>>,
): (db: Db, key: string) => Promise<Row | undefined> {
  const rounds = new WeakMap<Db, Round<Row>>()
  const begin = (db: Db): Round<Row> => {
    const keys = new Set<string>()
    // Requests that have come meanwhile are all handed on before it.
    const rows = new Promise((resolve) => setImmediate(resolve)).then(() => {
      rounds.delete(db)
      return read(db, [...keys])
    })
    const round = { keys, rows }
    rounds.set(db, round)
    return round
  }
  return async (db, key) => {
    const { keys, rows } = rounds.get(db) ?? begin(db)
    keys.add(key)
    return (await rows).get(key)
  }
}
