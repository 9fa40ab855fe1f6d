import type { Services } from './context'

type Remembered = { readAt: number; maxAgeMs: number; answer: Promise<unknown> }

const mostAnswers = 1_000
const memories = new WeakMap<Services['db'], Map<string, Remembered>>()

/**
 * The answer to `key` of at most `maxAgeMs` ago, or a new one; who asks while it is being read gets the same. For
 * figures that are dear to read and say how old they are. Whoever may not see the answer must be refused before.
 * A key belongs to one shape of answer. A failed read is forgotten.
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
  const known = memory.get(name)
  // Written by the same caller under the same key, and not by a clock that was set back since.
  if (known && Math.abs(now - known.readAt) < maxAgeMs) return known.answer as Promise<T>
  const answer = read()
  memory.delete(name)
  memory.set(name, { readAt: now, maxAgeMs, answer })
  // What nobody will be given again is let go before a thousand others push it out; the oldest stand first.
  for (const [oldest, kept] of memory) {
    if (Math.abs(now - kept.readAt) >= kept.maxAgeMs || memory.size > mostAnswers) memory.delete(oldest)
  }
  answer.catch(() => {
    if (memory.get(name)?.answer === answer) memory.delete(name)
  })
  return answer
}

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
