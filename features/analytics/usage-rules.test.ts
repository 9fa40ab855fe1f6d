import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countDays, shiftDayKey } from './range-rules'
import { listDays } from './testing/day-list-factory'
import type { Drinks, Heat } from './usage-contract'
import {
  addDrinks,
  addHeat,
  cohortTable,
  drinkBars,
  drinkParts,
  drinkTotals,
  heatParts,
  isOnePart,
  shiftMonth,
  splitMonths,
  startMonths,
} from './usage-rules'

const anyDay = fc.integer({ min: 0, max: 9_000 }).map((days) => shiftDayKey('2003-01-01', days))
const anyRange = fc
  .tuple(anyDay, fc.integer({ min: 0, max: 1_500 }))
  .map(([from, days]) => ({ from, to: shiftDayKey(from, days) }))
const measured = {
  window: { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-02-01T00:00:00Z') },
  timeZone: 'UTC',
  measuredAt: new Date('2026-02-02T00:00:00Z'),
}
const anyCounts = fc
  .uniqueArray(fc.record({ drinks: fc.integer({ min: 0, max: 400 }), people: fc.integer({ min: 1, max: 500 }) }), {
    selector: ({ drinks }) => drinks,
    maxLength: 60,
  })
  .map((counts) => counts.sort((one, other) => one.drinks - other.drinks))
const drinksOf = (counts: Drinks['counts'], withoutPerson = 0): Drinks => ({
  ...measured,
  counts,
  withoutPerson,
  recordedSince: null,
})

describe('the parts of a range', () => {
  it('§0018 are its days, each once and in order, none of them in two months', () => {
    fc.assert(
      fc.property(anyRange, (range) => {
        const parts = splitMonths(range)
        expect(parts.flatMap(listDays)).toEqual(listDays(range))
        for (const { from, to } of parts) expect(from.slice(0, 7)).toBe(to.slice(0, 7))
      }),
      { numRuns: 100 },
    )
  })

  it('are one up to 92 days, then months, and never longer than what is answered at once', () => {
    fc.assert(
      fc.property(anyRange, (range) => {
        const parts = drinkParts(range)
        expect(parts.length === 1 && parts[0] === range).toBe(countDays(range) <= 92)
        expect([...parts, ...heatParts(range, 'pln_1')].every(isOnePart)).toBe(true)
        expect(heatParts(range, undefined)).toEqual([range])
      }),
      { numRuns: 100 },
    )
  })
})

describe('parts that are added up', () => {
  it('hold every person and every drink of every part, the oldest reading and the whole window', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyCounts, fc.nat(9)), { minLength: 1, maxLength: 5 }), (given) => {
        const parts = given.map(([counts, withoutPerson]) => drinksOf(counts, withoutPerson))
        const sum = addDrinks(parts)
        const totals = parts.map(({ counts }) => drinkTotals(counts))
        expect(drinkTotals(sum.counts)).toMatchObject({
          people: totals.reduce((all, { people }) => all + people, 0),
          drinks: totals.reduce((all, { drinks }) => all + drinks, 0),
          none: totals.reduce((all, { none }) => all + none, 0),
        })
        expect(sum.withoutPerson).toBe(given.reduce((all, [, withoutPerson]) => all + withoutPerson, 0))
        expect(sum.counts.map(({ drinks }) => drinks)).toEqual(
          [...new Set(parts.flatMap(({ counts }) => counts.map(({ drinks }) => drinks)))].sort((a, b) => a - b),
        )
      }),
    )
    const later = {
      window: { from: measured.window.to, to: new Date('2026-03-01T00:00:00Z') },
      timeZone: 'UTC',
      measuredAt: new Date('2026-02-01T12:00:00Z'),
    }
    expect(addDrinks([drinksOf([]), { ...drinksOf([]), ...later }])).toMatchObject({
      window: { from: measured.window.from, to: later.window.to },
      measuredAt: later.measuredAt,
    })
  })

  it('add hours cell by cell, with how often each took place', () => {
    const heat = (count: number): Heat => ({
      ...measured,
      recordedSince: null,
      cells: [
        { weekday: 0, hour: 0, count, quarters: 4 },
        { weekday: 0, hour: 1, count: 1, quarters: 8 },
      ],
    })
    expect(addHeat([heat(2), heat(3), heat(0)]).cells).toEqual([
      { weekday: 0, hour: 0, count: 5, quarters: 12 },
      { weekday: 0, hour: 1, count: 3, quarters: 24 },
    ])
  })

  it('do not come from nothing', () => {
    expect(() => addDrinks([])).toThrow(RangeError)
    expect(() => addHeat([])).toThrow(RangeError)
  })
})

describe('the bars', () => {
  it('follow each other without a gap, hold everybody once, and are at most fourteen', () => {
    fc.assert(
      fc.property(anyCounts, (counts) => {
        const bars = drinkBars(counts)
        expect(bars.length).toBeLessThanOrEqual(14)
        expect(bars[0]).toMatchObject({ from: 0, to: 0 })
        for (const [index, { from }] of bars.entries())
          if (index > 0) expect(from).toBe((bars[index - 1]?.to ?? Number.NaN) + 1)
        expect(bars.reduce((sum, { people }) => sum + people, 0)).toBe(drinkTotals(counts).people)
      }),
    )
  })

  it('are one drink wide where no one drinks much, and leave the one who does to the last', () => {
    const counts = [
      { drinks: 0, people: 40 },
      { drinks: 1, people: 100 },
      { drinks: 3, people: 99 },
      { drinks: 90, people: 1 },
    ]
    expect(drinkBars(counts)).toEqual([
      { from: 0, to: 0, people: 40 },
      { from: 1, to: 1, people: 100 },
      { from: 2, to: 2, people: 0 },
      { from: 3, to: 3, people: 99 },
      { from: 4, to: null, people: 1 },
    ])
    expect(drinkTotals(counts)).toMatchObject({ people: 240, drinks: 487, none: 40, median: 1 })
    expect(drinkTotals([])).toEqual({ people: 0, drinks: 0, none: 0, average: null, median: null })
  })
})

describe('the months', () => {
  it('are thirteen, the one that runs last, on the zone’s calendar', () => {
    const months = startMonths('Asia/Kathmandu', new Date('2026-02-28T18:15:00Z'))
    expect(months).toHaveLength(13)
    expect([months[0], months[12]]).toEqual(['2025-03', '2026-03'])
    expect(startMonths('UTC', new Date('2026-02-28T18:15:00Z')).at(-1)).toBe('2026-02')
    expect([shiftMonth('2026-01', -1), shiftMonth('2026-12', 1), shiftMonth('2026-05', -29)]).toEqual([
      '2025-12',
      '2027-01',
      '2023-12',
    ])
  })
})

describe('the cohorts', () => {
  const months = ['2026-01', '2026-02', '2026-03', '2026-04']

  it('are a triangle: a pass runs in every month that begins before it ends', () => {
    const groups = [
      { startMonth: 0, endMonth: null, count: 5 },
      { startMonth: 0, endMonth: 0, count: 2 },
      { startMonth: 0, endMonth: 2, count: 3 },
      { startMonth: 2, endMonth: 3, count: 1 },
      { startMonth: 2, endMonth: -1, count: 1 },
      { startMonth: 3, endMonth: 3, count: 4 },
    ]
    expect(cohortTable(months, groups)).toEqual([
      { month: '2026-01', started: 10, running: [10, 8, 8, 5] },
      { month: '2026-02', started: 0, running: [0, 0, 0] },
      { month: '2026-03', started: 2, running: [2, 1] },
      { month: '2026-04', started: 4, running: [4] },
    ])
  })

  it('agree with asking each subscription by itself, and never grow', () => {
    const anyPass = fc.record({
      startMonth: fc.nat(3),
      endMonth: fc.option(fc.nat(3)),
      count: fc.integer({ min: 1, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(anyPass), (groups) => {
        for (const [start, { running, started }] of cohortTable(months, groups).entries()) {
          const own = groups.filter(({ startMonth }) => startMonth === start)
          const passes = own.flatMap(({ endMonth, count }) => Array.from({ length: count }, () => endMonth))
          expect(started).toBe(passes.length)
          for (const [after, count] of running.entries()) {
            const isGone = (end: number | null) => after > 0 && end !== null && end < start + after
            expect(count).toBe(passes.filter((end) => !isGone(end)).length)
            expect(count).toBeLessThanOrEqual(running[after - 1] ?? started)
          }
        }
      }),
    )
  })
})
