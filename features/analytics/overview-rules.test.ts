import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketsOf, bucketSizeOf, nothingLate, overviewFigures, slotStarts, type SlotSum } from './overview-rules'
import { shiftDayKey } from './range-rules'
import { listDays } from './testing/day-list-factory'

const sum = (details: Partial<SlotSum>): SlotSum => ({
  slot: 2,
  status: 'active',
  currency: 'usd',
  created: 0,
  updated: 0,
  entered: 0,
  enteredMonthlyMinor: 0,
  ...details,
})
const nothing = { sums: [], late: nothingLate, redemptions: [], redemptionsBefore: null, isBeforeKnown: true }
const figuresOf = (sums: SlotSum[], details: Partial<typeof nothing> = {}, compare = true) =>
  overviewFigures({ ...nothing, ...details, sums }, { buckets: 2, compare })

describe('buckets', () => {
  it.each([
    ['2026-01-01', '2026-04-02', 'day', 92],
    ['2026-01-01', '2026-04-03', 'week', 14],
    ['2024-03-10', '2026-03-11', 'week', 106],
    ['2024-03-10', '2026-03-12', 'month', 25],
  ])('of %s to %s are one per %s: %i', (from, to, size, count) => {
    expect(bucketSizeOf({ from, to })).toBe(size)
    expect(bucketsOf({ from, to })).toHaveLength(count)
  })

  it('begin on Mondays and firsts of months, but for the first one', () => {
    expect(bucketsOf({ from: '2025-10-01', to: '2026-03-11' }).slice(0, 2)).toEqual([
      { from: '2025-10-01', to: '2025-10-05' },
      { from: '2025-10-06', to: '2025-10-12' },
    ])
    expect(bucketsOf({ from: '2024-01-30', to: '2026-03-11' }).slice(0, 3)).toEqual([
      { from: '2024-01-30', to: '2024-01-31' },
      { from: '2024-02-01', to: '2024-02-29' },
      { from: '2024-03-01', to: '2024-03-31' },
    ])
  })

  it('hold each day once, in order', () => {
    fc.assert(
      fc.property(fc.nat(9_000), fc.nat(3_652), (start, more) => {
        const from = shiftDayKey('2001-01-01', start)
        const days = { from, to: shiftDayKey(from, more) }
        expect(bucketsOf(days).flatMap(listDays)).toEqual(listDays(days))
      }),
      { numRuns: 30 },
    )
  })

  it('are slots between the window before and what comes after', () => {
    expect(slotStarts({ from: '2026-03-09', to: '2026-03-10' }, { from: '2026-03-07', to: '2026-03-08' })).toEqual([
      '2026-03-07',
      '2026-03-09',
      '2026-03-10',
      '2026-03-11',
    ])
  })
})

describe('figures', () => {
  it('are levels at the ends, sums in between, and leave out what was entered after the range', () => {
    const figures = figuresOf([
      sum({ slot: 0, entered: 10, enteredMonthlyMinor: 1_000, created: 10 }),
      sum({ slot: 1, entered: 5, enteredMonthlyMinor: 500, created: 6 }),
      sum({ slot: 2, entered: -3, enteredMonthlyMinor: -300, created: 1 }),
      sum({ slot: 3, entered: 2, enteredMonthlyMinor: 200, created: 2 }),
      sum({ slot: 4, entered: 50, enteredMonthlyMinor: 5_000, created: 50 }),
      sum({ slot: 2, status: 'canceled', updated: 4, entered: 4 }),
    ])
    expect(figures.active).toEqual({ value: 14, previous: 15, points: [12, 14] })
    expect(figures.started).toEqual({ value: 3, previous: 6, points: [1, 2] })
    expect(figures.monthlyRevenue).toEqual([{ currency: 'usd', value: 1_400, previous: 1_500, points: [1_200, 1_400] }])
    expect(figures.averageRevenue).toEqual([{ currency: 'usd', value: 100, previous: 100, points: [100, 100] }])
    expect(figures.churnRate).toEqual({ value: (4 / 18) * 100, previous: 0, points: [25, 0] })
  })

  it('of several currencies are never added', () => {
    const { monthlyRevenue, active } = figuresOf([
      sum({ currency: 'eur', entered: 1, enteredMonthlyMinor: 900 }),
      sum({ currency: 'usd', entered: 2, enteredMonthlyMinor: 700 }),
      sum({ currency: 'gbp', slot: 4, entered: 1, enteredMonthlyMinor: 1 }),
    ])
    expect(monthlyRevenue.map(({ currency, value }) => [currency, value])).toEqual([
      ['usd', 700],
      ['eur', 900],
    ])
    expect(active.value).toBe(3)
  })

  it('have nothing before them where no one asks, or where not all of the time before is on record', () => {
    const before = [sum({ slot: 1, entered: 1 })]
    expect(figuresOf(before, {}, false).active.previous).toBeNull()
    expect(figuresOf(before, { isBeforeKnown: false }).active.previous).toBeNull()
    expect(figuresOf(before).active.previous).toBe(1)
    const redemptions = [{ slot: 2, count: 3 }]
    const shape = { buckets: 2, compare: true }
    const previousOf = (redemptionsBefore: number | null) =>
      overviewFigures({ ...nothing, redemptions, redemptionsBefore }, shape).redemptions.previous
    expect([previousOf(7), previousOf(null)]).toEqual([7, null])
  })

  it('of a window that runs are compared without what came later in the one before', () => {
    const sums = [sum({ slot: 1, created: 9 }), sum({ slot: 1, status: 'canceled', updated: 5 })]
    const { started, canceled } = figuresOf(sums, { late: { created: 2, canceled: 4 } })
    expect([started.previous, canceled.previous]).toEqual([7, 1])
  })

  it('of no one are zeros, and no rates or averages', () => {
    const figures = figuresOf([])
    expect(figures.active).toEqual({ value: 0, previous: 0, points: [0, 0] })
    expect(figures.churnRate).toEqual({ value: null, previous: null, points: [null, null] })
    expect([figures.monthlyRevenue, figures.averageRevenue]).toEqual([[], []])
  })

  it('beyond 2^53 are refused', () => {
    const large = (slot: number) => sum({ slot, entered: 1, enteredMonthlyMinor: 2 ** 52 + 1 })
    expect(figuresOf([large(0)]).monthlyRevenue[0]?.value).toBe(2 ** 52 + 1)
    expect(() => figuresOf([large(0), large(1)])).toThrow(RangeError)
  })
})
