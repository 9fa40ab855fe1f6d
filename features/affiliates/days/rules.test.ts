import { expect, it } from 'vitest'
import type { LinkDay } from './contract'
import { dayBars, sumDays } from './rules'

const days = (count: number, signups: number | null = 1): LinkDay[] =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    clicks: index,
    signups,
  }))

it('a month has a bar for each day', () => {
  expect(dayBars(days(30))).toHaveLength(30)
  expect(dayBars(days(30))[4]).toEqual({ from: '2026-01-05', to: '2026-01-05', clicks: 4, signups: 1 })
})

it('thirteen weeks have a bar for each, and lose nobody', () => {
  const bars = dayBars(days(91))
  expect(bars).toHaveLength(13)
  expect(bars[0]).toEqual({ from: '2026-01-01', to: '2026-01-07', clicks: 21, signups: 7 })
  expect(bars.at(-1)?.to).toBe('2026-04-01')
  expect(sumDays(bars)).toEqual(sumDays(days(91)))
})

it('what is unknown of the days is unknown of their sum', () => {
  expect(sumDays(days(3, null))).toEqual({ clicks: 3, signups: null })
  expect(sumDays([])).toEqual({ clicks: 0, signups: 0 })
})
