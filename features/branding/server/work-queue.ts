import { platformRefusals, refuse } from '@quaff/platform/server'

/** Runs at most `running` tasks concurrently and queues `waiting` more. Further tasks are refused. */
export function workQueue({ running, waiting }: { running: number; waiting: number }) {
  const line: (() => void)[] = []
  let active = 0

  function leave() {
    const next = line.shift()
    // The slot passes directly to the next task in the queue, so no other task can take it.
    if (next) next()
    else active -= 1
  }

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (active >= running) {
      if (line.length >= waiting) throw tooBusy()
      await new Promise<void>((resolve) => line.push(resolve))
    } else {
      active += 1
    }
    try {
      return await task()
    } finally {
      leave()
    }
  }
}

/** Holds a slot per key and in total while a task runs. A task without a slot is refused and never queued. */
export function seats({ perKey, inAll }: { perKey: number; inAll: number }) {
  const taken = new Map<string, number>()
  let all = 0
  return async function withSeat<T>(key: string, task: () => Promise<T>): Promise<T> {
    const own = taken.get(key) ?? 0
    if (own >= perKey || all >= inAll) throw tooBusy()
    taken.set(key, own + 1)
    all += 1
    try {
      return await task()
    } finally {
      all -= 1
      const left = (taken.get(key) ?? 1) - 1
      if (left === 0) taken.delete(key)
      else taken.set(key, left)
    }
  }
}

function tooBusy() {
  const text = 'Too many uploads right now. Try again in a few seconds.'
  return refuse(platformRefusals, 'BUSY', text).with({ retryAfterSeconds: 5 })
}
