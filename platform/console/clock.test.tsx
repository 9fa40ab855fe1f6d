import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useNow } from './clock'

const started = new Date('2026-03-10T12:00:00Z')

beforeEach(() => vi.useFakeTimers({ now: started }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Clock({ everyMs }: { everyMs?: number }) {
  return <time>{useNow(everyMs).toISOString().slice(11, 19)}</time>
}
function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}
const shown = () => screen.getAllByRole('time').map(({ textContent }) => textContent)

it('goes on by one timer, wherever the time is shown, and by none once it is shown nowhere', () => {
  const { unmount } = render([1, 2, 3].map((key) => <Clock key={key} />))
  expect(vi.getTimerCount()).toBe(1)
  pass(30_000)
  expect(shown()).toEqual(['12:00:30', '12:00:30', '12:00:30'])
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

it('begins with the time of its own start, and goes on while one of them is left', () => {
  const { rerender } = render([<Clock key="first" />])
  pass(20_000)
  rerender([<Clock key="first" />, <Clock key="second" />])
  expect(shown()).toEqual(['12:00:00', '12:00:20'])
  rerender([<Clock key="second" />])
  pass(10_000)
  expect(shown()).toEqual(['12:00:30'])
})

it('keeps other paces apart', () => {
  render([<Clock key="slow" everyMs={60_000} />, <Clock key="usual" />])
  pass(30_000)
  expect(shown()).toEqual(['12:00:00', '12:00:30'])
})
