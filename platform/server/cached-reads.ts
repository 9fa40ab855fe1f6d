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
