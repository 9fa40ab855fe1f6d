import { expect, it, vi } from 'vitest'
import { passTime } from './pass-time'

const pause = new Int32Array(new SharedArrayBuffer(4))

it('comes to its end although each timer takes longer than the time needs to go on by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let calls = 0
  const slow = setInterval(() => {
    calls += 1
    Atomics.wait(pause, 0, 0, 25)
  }, 15)
  await passTime(300)
  expect(calls).toBe(20)
  clearInterval(slow)
  const begun = Date.now()
  await expect.poll(() => Date.now() - begun).toBeGreaterThan(100)
})
