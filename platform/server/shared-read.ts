type Runs<T> = { running: Promise<T>; next: Promise<T> | undefined }

/**
 * Of many who ask the same at once, one asks the database. Whoever comes while it answers shares the answer after that,
 * so that nobody is told what was true before they asked. `key` names all that the answer depends on.
 */
export function sharedRead<T>(): (db: object, key: string, read: () => Promise<T>) => Promise<T> {
  const byDatabase = new WeakMap<object, Map<string, Runs<T>>>()
  return (db, key, read) => {
    const runs = byDatabase.get(db) ?? new Map<string, Runs<T>>()
    byDatabase.set(db, runs)
    const known = runs.get(key)
    if (!known) return begin(runs, key, read)
    known.next ??= known.running.then(
      () => begin(runs, key, read),
      () => begin(runs, key, read),
    )
    return known.next
  }
}

function begin<T>(runs: Map<string, Runs<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const entry: Runs<T> = { running: read(), next: undefined }
  runs.set(key, entry)
  const forget = () => {
    if (entry.next === undefined) runs.delete(key)
  }
  entry.running.then(forget, forget)
  return entry.running
}
