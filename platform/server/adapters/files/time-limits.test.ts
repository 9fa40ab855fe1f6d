import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { retryWithin } from './time-limits'

const longMs = 60_000
const attempt = <T>(work: (signal: AbortSignal) => Promise<T>, stop: AbortSignal, attemptMs = longMs) =>
  retryWithin(attemptMs, attemptMs, work, () => false, stop)
/** Notices the abort and never answers. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('work that a stop ends', () => {
  it('ends at once, with the reason of the stop', async () => {
    const stop = new AbortController()
    const working = attempt(untilAborted, stop.signal)
    stop.abort(new Error('stopping'))
    await expect(working).rejects.toThrow('stopping')
    await expect(attempt(untilAborted, stop.signal)).rejects.toThrow('stopping')
  })

  it('ends when its own time is up', async () => {
    const stop = new AbortController()
    const heard: boolean[] = []
    const slow = (signal: AbortSignal) =>
      new Promise<never>(() => signal.addEventListener('abort', () => heard.push(signal.aborted)))
    await expect(attempt(slow, stop.signal, 20)).rejects.toThrow('didn’t respond in time')
    expect(heard).toEqual([true])
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  })

  it('leaves nothing with a stop that never comes', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const stop = new AbortController()
    const send = async () => {
      const body = { bytes: new Uint8Array(1_000) }
      await attempt(async (signal) => signal.addEventListener('abort', () => body.bytes.fill(0)), stop.signal)
      return new WeakRef(body)
    }
    const sent = await send()
    // A weak reference holds what it names until its turn is over.
    await new Promise((resolve) => setImmediate(resolve))
    collect()
    expect(sent.deref()).toBeUndefined()
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  })
})
