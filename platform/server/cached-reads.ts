import type { Services } from './context'

type Remembered = { readAt: number; maxAgeMs: number; answer: Promise<unknown> }

const mostAnswers = 1_000
const memories = new WeakMap<Services['db'], Map<string, Remembered>>()

/**
 * Returns a result that is at most `maxAgeMs` old, or reads a new one; concurrent callers share it. Used for
 * expensive figures that show their age. Check rights before. A key has one shape of result. A failed read is not
 * cached.
 */
export function remember<T>(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { key, maxAgeMs }: { key: readonly string[]; maxAgeMs: number },
  read: () => Promise<T>,
): Promise<T> {
  const memory = memories.get(db) ?? new Map<string, Remembered>()
  memories.set(db, memory)
  const name = JSON.stringify(key)
  const now = clock.now().getTime()
  const existing = memory.get(name)
  // Written by the same caller under the same key, and not by a clock that was set back since.
  if (existing && Math.abs(now - existing.readAt) < maxAgeMs) return existing.answer as Promise<T>
  const answer = read()
  memory.delete(name)
  memory.set(name, { readAt: now, maxAgeMs, answer })
  // Removes unused entries before they displace others. The oldest come first.
  for (const [oldest, kept] of memory) {
    if (Math.abs(now - kept.readAt) >= kept.maxAgeMs || memory.size > mostAnswers) memory.delete(oldest)
  }
  answer.catch(() => {
    if (memory.get(name)?.answer === answer) memory.delete(name)
  })
  return answer
}

/**
 * Batches equal reads of one turn of the event loop into one statement, sent after the last request, so that no
 * result is older than its request. All callers share the result or the error; do not modify it.
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

/** Runs after all requests that have already arrived. */
async function afterTurn<T>(then: () => Promise<T>) {
  await new Promise((resolve) => setImmediate(resolve))
  return then()
}

type Runs<T> = { running: Promise<T>; next: Promise<T> | undefined }

/**
 * Lets concurrent callers share one read. A caller during a running read waits for the next one, so that no result is
 * older than its request. `key` must contain everything that the result depends on.
 */
export function sharedRead<T>(): (db: object, key: string, read: () => Promise<T>) => Promise<T> {
  const byDatabase = new WeakMap<object, Map<string, Runs<T>>>()
  return (db, key, read) => {
    const runs = byDatabase.get(db) ?? new Map<string, Runs<T>>()
    byDatabase.set(db, runs)
    const existing = runs.get(key)
    if (!existing) return begin(runs, key, read)
    existing.next ??= existing.running.then(
      () => begin(runs, key, read),
      () => begin(runs, key, read),
    )
    return existing.next
  }
}

function begin<T>(runs: Map<string, Runs<T>>, key: string, read: () => Promise<T>) {
  const entry: Runs<T> = { running: read(), next: undefined }
  runs.set(key, entry)
  const forget = () => {
    if (entry.next === undefined) runs.delete(key)
  }
  entry.running.then(forget, forget)
  return entry.running
}
