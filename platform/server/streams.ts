/** Takes one thing after the other, none before the first `resume`. */
export type Reader<T> = {
  /** False: no more until the next `resume`. */
  take(one: T): boolean
  /** Ends the stream. `error` is the reason, if it failed. */
  end(error?: unknown): void
}

export type Flow = {
  resume(): void
  /** Stops sending without an end event. */
  leave(): void
}

/** An endless stream for a reader that signals when it can take more. */
export type Source<T> = (reader: Reader<T>) => Flow

/** The same as an async iterator. Starts immediately; the signal ends it even if it is never read. */
export function pull<T>(source: Source<T>, signal?: AbortSignal): AsyncGenerator<T, void> {
  const read: T[] = []
  let isOver = false
  let error: unknown
  let wake = () => {}
  const flow = source({
    take(one) {
      read.push(one)
      wake()
      return false
    },
    end(reason) {
      isOver = true
      error = reason
      wake()
    },
  })
  const leave = () => {
    isOver = true
    read.length = 0
    flow.leave()
    wake()
  }
  if (signal?.aborted) leave()
  signal?.addEventListener('abort', leave, { once: true })
  return iterate()

  async function* iterate(): AsyncGenerator<T, void> {
    try {
      for (;;) {
        const next = read.shift()
        if (next !== undefined) yield next
        else if (!isOver) await more()
        else if (error === undefined) return
        else throw error
      }
    } finally {
      signal?.removeEventListener('abort', leave)
      flow.leave()
    }
  }

  function more(): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve
      flow.resume()
    })
  }
}
