import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { economicsLimits } from './economics-contract'
import {
  churnBuckets,
  churnSpans,
  cumulated,
  movementsOfDays,
  movementsOfPlan,
  rankPlans,
  startDatePoints,
} from './economics-rules'
import { countDays, previousDays, shiftDayKey, type DayRange } from './range-rules'
import { listDays } from './testing/day-list-factory'

const anyRange = fc
  .record({ back: fc.nat(8_000), days: fc.integer({ min: 1, max: 3_653 }) })
  .map(({ back, days }): DayRange => ({
    from: shiftDayKey('2026-11-22', -back - days + 1),
    to: shiftDayKey('2026-11-22', -back),
  }))
const rangeOf = (from: string, to: string): DayRange => ({ from, to })

describe('spans of the churn', () => {
  it('cover every day of the range once, in at most 42 bars', () => {
    fc.assert(
      fc.property(anyRange, (range) => {
        const spans = churnSpans(range)
        expect(spans.flatMap(listDays)).toEqual(listDays(range))
        expect(spans.length).toBeLessThanOrEqual(42)
      }),
      { numRuns: 200 },
    )
  })

  it('are days up to a month, then weeks that end with the range, calendar months and quarters', () => {
    expect(churnSpans(rangeOf('2026-10-24', '2026-11-22'))).toHaveLength(30)
    const weeks = churnSpans(rangeOf('2026-08-25', '2026-11-22'))
    expect([weeks.length, weeks[0], weeks.at(-1)]).toEqual([
      13,
      rangeOf('2026-08-25', '2026-08-30'),
      rangeOf('2026-11-16', '2026-11-22'),
    ])
    expect(churnSpans(rangeOf('2025-12-30', '2026-11-22')).slice(0, 3)).toEqual([
      rangeOf('2025-12-30', '2025-12-31'),
      rangeOf('2026-01-01', '2026-01-31'),
      rangeOf('2026-02-01', '2026-02-28'),
    ])
    const quarters = churnSpans(rangeOf('2016-11-23', '2026-11-22'))
    expect([quarters[0], quarters[1], quarters.at(-1)]).toEqual([
      rangeOf('2016-11-23', '2016-12-31'),
      rangeOf('2017-01-01', '2017-03-31'),
      rangeOf('2026-10-01', '2026-11-22'),
    ])
  })
})

describe('points of the start dates', () => {
  it('are 31 for 30 days, each day of a week and the day before, and never more', () => {
    const points = (from: string, to: string) => startDatePoints(rangeOf(from, to))
    expect(points('2026-10-24', '2026-11-22').days).toHaveLength(31)
    expect(points('2026-11-16', '2026-11-22').days).toEqual(listDays(rangeOf('2026-11-15', '2026-11-22')))
    expect(points('2026-08-25', '2026-11-22')).toMatchObject({ stepDays: 3, days: { length: 31 } })
    fc.assert(
      fc.property(anyRange, (range) => {
        const { days, stepDays } = startDatePoints(range)
        expect(days.length).toBeLessThanOrEqual(economicsLimits.startDateSteps + 1)
        expect(days.at(-1)).toBe(range.to)
        expect((days[0] ?? '') >= previousDays(range).to).toBe(true)
        expect(countDays({ from: days[0] ?? '', to: range.from })).toBeLessThanOrEqual(stepDays + 1)
        for (const [index, day] of days.slice(1).entries()) expect(day).toBe(shiftDayKey(days[index] ?? '', stepDays))
      }),
    )
  })

  it('count everything that was created up to them', () => {
    const created = [
      { bucket: 0, count: 4 },
      { bucket: 2, count: 1 },
      { bucket: 3, count: 9 },
    ]
    expect(cumulated(3, created)).toEqual([4, 4, 5])
    expect(cumulated(2, [])).toEqual([0, 0])
  })
})

const spans = [rangeOf('2026-11-20', '2026-11-20'), rangeOf('2026-11-21', '2026-11-22')]

describe('churn', () => {
  it('divides by the level at the end of each span, which is that of now less what came since', () => {
    const read = movementsOfDays(2, [
      { bucket: 0, created: 60, entered: 70, canceled: 5 },
      { bucket: 1, created: 30, entered: 26, canceled: 4 },
      { bucket: 2, created: 0, entered: -6, canceled: 10 },
      { bucket: 3, created: 2, entered: 2, canceled: 1 },
    ])
    expect(read.activeAtEnd).toBe(90)
    expect(churnBuckets(spans, read)).toEqual([
      { ...spans[0], canceled: 4, active: 96, rate: 4 },
      { ...spans[1], canceled: 10, active: 90, rate: 10 },
    ])
  })

  it('is 0 where there was no one to lose', () => {
    expect(churnBuckets(spans, movementsOfDays(2, []))).toEqual(
      spans.map((span) => ({ ...span, canceled: 0, active: 0, rate: 0 })),
    )
  })

  it('of a plan counts a pass from its creation to its cancellation', () => {
    const anyPass = fc.record({ created: fc.nat(3), canceled: fc.option(fc.nat(3)) })
    fc.assert(
      fc.property(fc.array(anyPass, { maxLength: 30 }), (passes) => {
        const canceled = passes.flatMap((pass) => (pass.canceled === null ? [] : [{ ...pass, at: pass.canceled }]))
        const read = movementsOfPlan(
          2,
          passes.map(({ created }) => ({ bucket: created, count: 1 })),
          canceled.map(({ created, at }) => ({ bucket: at, left: Math.max(at, created), count: 1 })),
        )
        const alive = (end: number) =>
          passes.filter(
            (pass) => pass.created <= end && (pass.canceled === null || Math.max(pass.canceled, pass.created) > end),
          )
        expect(churnBuckets(spans, read).map((bucket) => [bucket.canceled, bucket.active])).toEqual(
          [1, 2].map((end) => [canceled.filter(({ at }) => at === end).length, alive(end).length]),
        )
      }),
    )
  })
})

const anyGroup = fc.record({
  planId: fc.option(fc.nat(40).map((number) => `pln_${number}`)),
  currency: fc.constantFrom('eur', 'usd', 'jpy'),
  active: fc.nat(1_000),
  monthlyMinor: fc.oneof(fc.nat(100_000), fc.integer({ min: 2 ** 31, max: 2 ** 40 })),
})
const anyGroups = fc.uniqueArray(anyGroup, {
  selector: ({ planId, currency }) => `${planId} ${currency}`,
  maxLength: 60,
})

describe('ranked plans', () => {
  it('lose nothing: rows and rest of a currency are its total', () => {
    fc.assert(
      fc.property(anyGroups, fc.nat(5), (groups, most) => {
        const { totals, rows, rest } = rankPlans(groups, most)
        for (const { currency, amountMinor } of totals) {
          const own = rows.filter((row) => row.currency === currency)
          const others = rest.filter(({ monthly }) => monthly.currency === currency)
          const exact = (values: readonly number[]) => values.reduce((sum, value) => sum + BigInt(value), 0n)
          const wanted = groups.filter((group) => group.currency === currency)
          expect(
            exact([...own.map((row) => row.monthlyMinor), ...others.map(({ monthly }) => monthly.amountMinor)]),
          ).toBe(BigInt(amountMinor))
          expect(BigInt(amountMinor)).toBe(exact(wanted.map((group) => group.monthlyMinor)))
          expect(own.length + (others[0]?.plans ?? 0)).toBe(wanted.length)
          expect(exact([...own, ...others].map(({ active }) => active))).toBe(exact(wanted.map(({ active }) => active)))
        }
        expect(rows.length + rest.reduce((sum, { plans }) => sum + plans, 0)).toBe(groups.length)
      }),
    )
  })

  it('begin with usd and the largest amount, and keep one order', () => {
    const plan = (planId: string | null, currency: string, monthlyMinor: number, active = 1) => ({
      planId,
      currency,
      active,
      monthlyMinor,
    })
    const groups = [
      plan('pln_c', 'usd', 5, 2),
      plan('pln_a', 'eur', 9),
      plan(null, 'usd', 7),
      plan('pln_b', 'usd', 5),
      plan('pln_a', 'usd', 5),
    ]
    const rows = (list: typeof groups) => rankPlans(list).rows.map(({ planId, currency }) => `${planId} ${currency}`)
    expect(rows(groups)).toEqual(['null usd', 'pln_c usd', 'pln_a usd', 'pln_b usd', 'pln_a eur'])
    expect(rows(groups.toReversed())).toEqual(rows(groups))
    expect(rankPlans(groups, 2).rest).toEqual([{ plans: 2, active: 2, monthly: { amountMinor: 10, currency: 'usd' } }])
  })

  it('refuse a total that no number holds exactly', () => {
    const half = { currency: 'usd', active: 1, monthlyMinor: 2 ** 52 }
    expect(() =>
      rankPlans([
        { ...half, planId: 'pln_a' },
        { ...half, planId: 'pln_b' },
      ]),
    ).toThrow(RangeError)
  })
})
