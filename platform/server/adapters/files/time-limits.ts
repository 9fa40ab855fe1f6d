import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { inTime } from '../../in-time'

/** Spec §9, "Storage retry limits". */
export type FileLimits = {
  operationMs: number
  uploadMs: number
  /** Time limit of one attempt. */
  attemptMs: number
}
export const fileLimits: FileLimits = { operationMs: 2 * 60_000, uploadMs: 10 * 60_000, attemptMs: 60_000 }

export class FileStoreTimeout extends Error {
  override name = 'FileStoreTimeout'
}

/** Rejects when the time is up, even if `work` cannot be stopped: a dead disk must not block the caller. */
export async function within<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  try {
    return await inTime(milliseconds, work(stop.signal), () => {
      throw new FileStoreTimeout('File storage didn’t respond in time.')
    })
  } catch (error) {
    stop.abort()
    throw error
  }
}

const backoff = { firstMs: 200, longestMs: 10_000 } as const

/**
 * Retries transient errors with growing pauses, for at most `milliseconds` in all. `stop` ends it immediately with
 * its own reason.
 */
export async function retryWithin<T>(
  milliseconds: number,
  attemptMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  isPassing: (error: unknown) => boolean,
  stop?: AbortSignal,
): Promise<T> {
  const endsAt = performance.now() + milliseconds
  const attemptOnce = (signal: AbortSignal) => (stop ? withEither(signal, stop, work) : work(signal))
  for (let attempt = 1; ; attempt += 1) {
    stop?.throwIfAborted()
    try {
      return await within(Math.min(attemptMs, Math.max(1, endsAt - performance.now())), attemptOnce)
    } catch (error) {
      stop?.throwIfAborted()
      const full = Math.min(backoff.longestMs, backoff.firstMs * 2 ** (attempt - 1))
      const waitMs = full / 2 + randomInt(full / 2 + 1)
      const isOver = performance.now() + waitMs >= endsAt
      if (isOver || !(error instanceof FileStoreTimeout || isPassing(error))) throw error
      // Woken early by `stop`, whose reason is thrown above.
      await pause(waitMs, undefined, { signal: stop }).catch(() => undefined)
    }
  }
}

/**
 * Does `work` with one signal for both. Not with `AbortSignal.any`: a signal that lives as long as the process would remember
 * every one that was made of it, and all that waits for them.
 */
async function withEither<T>(one: AbortSignal, other: AbortSignal, work: (signal: AbortSignal) => Promise<T>) {
  const either = new AbortController()
  const leave = () => {
    one.removeEventListener('abort', end)
    other.removeEventListener('abort', end)
  }
  function end() {
    either.abort(other.aborted ? other.reason : one.reason)
    leave()
  }
  if (one.aborted || other.aborted) end()
  else for (const signal of [one, other]) signal.addEventListener('abort', end)
  try {
    return await work(either.signal)
  } finally {
    leave()
  }
}
