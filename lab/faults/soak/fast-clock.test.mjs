import { describe, expect, it } from 'vitest'
import { fastClock, fastDate } from './fast-clock.mjs'
import { growthOf, slopeOf } from './measures.mjs'

describe('a clock that runs fast', () => {
  const at = (real) =>
    fastDate(
      Date,
      fastClock({ since: 1_000_000, from: 2_000_000, factor: 12 }, () => real),
    )

  it('starts on demand, and is then ahead by the factor', () => {
    expect(at(1_000_000).now()).toBe(2_000_000)
    expect(new (at(1_005_000))().getTime()).toBe(2_060_000)
    expect(at(1_005_000)()).toBe(new Date(2_060_000).toString())
  })

  it('leaves a given moment as it is, which is a date to everybody', () => {
    const FastDate = at(1_005_000)
    expect(new FastDate('2026-03-01T10:00:00Z').toISOString()).toBe('2026-03-01T10:00:00.000Z')
    expect(FastDate.UTC(2026, 2, 1)).toBe(Date.UTC(2026, 2, 1))
    expect(new FastDate()).toBeInstanceOf(Date)
    expect(new Date()).toBeInstanceOf(FastDate)
    expect(new FastDate().constructor).toBe(FastDate)
    class Zoned extends FastDate {}
    expect(new Zoned()).toBeInstanceOf(Zoned)
    expect(new Date()).not.toBeInstanceOf(Zoned)
  })
})

describe('the growth of memory', () => {
  it('is the slope of the line that fits best, with its standard error', () => {
    const even = [0, 1, 2, 3].map((hours) => ({ hours, value: 5 + 2 * hours }))
    expect(slopeOf(even)).toEqual({ slope: 2, error: 0 })
    const uneven = [0, 1, 2, 3].map((hours) => ({ hours, value: [0, 3, 1, 4][hours] }))
    expect(slopeOf(uneven).slope).toBeCloseTo(1)
    expect(slopeOf(uneven).error).toBeCloseTo(Math.sqrt(0.5), 1)
  })

  it('leaves out the first quarter, in which everything warms up', () => {
    const measures = Array.from({ length: 9 }, (_, hours) => ({ hours, heapUsed: (hours < 2 ? 0 : 50) * 1_048_576 }))
    expect(growthOf(measures, 'heapUsed').slope).toBe(0)
  })
})
