import { expect, it } from 'vitest'
import { deathCounter } from './run-workers'

it('waits longer after each short life, begins again after a long one, and gives up in the end', () => {
  const deaths = deathCounter(1)
  expect([deaths.next(5).pauseMs, deaths.next(5).pauseMs, deaths.next(60_000).pauseMs]).toEqual([250, 500, 250])
  expect(Array.from({ length: 5 }, () => deaths.next(5).isHopeless)).toEqual([false, false, false, false, true])
})
