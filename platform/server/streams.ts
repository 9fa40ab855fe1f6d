/** Takes one thing after the other, none before the first `resume`. */
export type Reader<T> = {
  /** False: no more until the next `resume`. */
  take(one: T): boolean
  /** Nothing comes after it; `fault`: what broke it off. */
  end(fault?: unknown): void
}

export type Flow = {
  resume(): void
  /** The reader is told nothing more, not even that it is over. */
  leave(): void
}

/** What goes on without end, for a reader that says when it can take more. */
export type Source<T> = (reader: Reader<T>) => Flow

/** The same for whoever reads in a loop. Begins at once; the signal ends it even if nobody ever reads. */
export function pull<T>(source: Source<T>, signal?: AbortSignal): AsyncGenerator<T, void> {
  const read: T[] = []
  let isOver = false
  let fault: unknown
  let wake = () => {}
  const flow = source({
    take(one) {
      read.push(one)
      wake()
      return false
    },
    end(reason) {
      isOver = true
      fault = reason
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
        else if (fault === undefined) return
        else throw fault
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
