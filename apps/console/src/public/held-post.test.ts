import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gateLimits } from '@quaff/features/sign-in/email-verification-contract'
import { holdPost, noteStart } from './held-post'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('holds what is sent right after the form was opened until its time is over, and sends it once', async () => {
  const send = vi.fn(() => Promise.resolve('kept'))
  const { startToken } = await noteStart(Promise.resolve({ startToken: 'fast' }))
  const sent = holdPost(startToken, send)
  await vi.advanceTimersByTimeAsync(gateLimits.shortestMs)
  expect(send).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(gateLimits.heldMs - gateLimits.shortestMs)
  expect(await sent).toBe('kept')
  expect(send).toHaveBeenCalledTimes(1)
})

it('lets pass at once what was open for longer', async () => {
  const { startToken } = await noteStart(Promise.resolve({ startToken: 'slow' }))
  await vi.advanceTimersByTimeAsync(gateLimits.heldMs)
  const send = vi.fn(() => Promise.resolve('kept'))
  expect(await holdPost(startToken, send)).toBe('kept')
})

it('starts again with a renewed start, and passes on a form that has none', async () => {
  const closed = { state: 'closed' as const }
  expect(await noteStart(Promise.resolve(closed))).toBe(closed)
  await vi.advanceTimersByTimeAsync(gateLimits.heldMs)
  await noteStart(Promise.resolve({ startToken: 'renewed' }))
  const send = vi.fn(() => Promise.resolve('kept'))
  void holdPost('renewed', send)
  await vi.advanceTimersByTimeAsync(gateLimits.shortestMs)
  expect(send).not.toHaveBeenCalled()
})
