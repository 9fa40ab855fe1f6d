import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteServerTime, now, serverTime, useNow } from './clock'

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

describe('on a device with a wrong clock', () => {
  const noteAnswer = (hours: number) => noteServerTime(new Date(started.getTime() + hours * 3_600_000).toUTCString())
  afterEach(() => noteServerTime(new Date().toUTCString()))

  it.each([26, -26])('the time is the server’s, which is %i hours later', (hours) => {
    noteAnswer(hours)
    expect(now().getTime() - started.getTime()).toBe(hours * 3_600_000)
    expect(serverTime(started.getTime())).toEqual(now())
    render(<Clock />)
    expect(shown()).toEqual(['14:00:00'].map((late) => (hours > 0 ? late : '10:00:00')))
  })

  it('a second on the way, a missing or an unreadable date change nothing', () => {
    noteServerTime(new Date(started.getTime() + 30_000).toUTCString())
    noteServerTime(null)
    noteServerTime('soon')
    expect(now()).toEqual(started)
  })

  it('follows a clock that is set right again', () => {
    noteAnswer(-26)
    noteAnswer(0)
    expect(now()).toEqual(started)
  })
})
