/**
 * One statement for all who ask the same within one turn of the process. It is sent after the last of them has asked, so
 * that nobody is told what was true before; whoever comes later asks anew. When it fails it fails for all of them, and
 * what it answers is in all their hands.
 */
export function onceATurn<Db extends object, Row>(
  read: (db: Db, key: string) => Promise<Row>,
): (db: Db, key: string) => Promise<Row> {
  const byDatabase = new WeakMap<Db, Map<string, Promise<Row>>>()
  return (db, key) => {
    const waiting = byDatabase.get(db) ?? new Map<string, Promise<Row>>()
    byDatabase.set(db, waiting)
    const answer = waiting.get(key) ?? afterTurn(() => (waiting.delete(key), read(db, key)))
    waiting.set(key, answer)
    return answer
  }
}

/** Requests that have come meanwhile are all handed on before it. */
async function afterTurn<T>(then: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => setImmediate(resolve))
  return then()
}
