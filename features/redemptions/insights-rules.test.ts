import { TZDate } from '@date-fns/tz'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pricePerDrink } from '@quaff/features/plans/price-rules'
import { insightLimits, insightRanges } from './insights-contract'
import {
  averagePerHour,
  changePercent,
  countQuickGaps,
  drinksPerDay,
  heatCells,
  idleCutoff,
  insightWindows,
  isFlagged,
  locationShares,
} from './insights-rules'

const quarterMs = 900_000
const hourMs = 3_600_000
const dayMs = 86_400_000
const zones = [
  'Europe/Lisbon',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Beirut',
  'Asia/Kathmandu',
]
const anyZone = fc.constantFrom(...zones)
const anyRange = fc.constantFrom(...insightRanges)
const anyNow = fc.date({
  min: new Date('2025-06-01T00:00:00Z'),
  max: new Date('2027-06-01T00:00:00Z'),
  noInvalidDate: true,
})

/** Computes the local time of each quarter separately. */
function onTheWall(zone: string, quarter: number) {
  const local = new TZDate(quarter * quarterMs, zone)
  return { weekday: (local.getDay() + 6) % 7, hour: local.getHours() }
}

describe('windows', () => {
  it('end now, begin at midnight, and compare with the same part of the days before', () => {
    const { window, previous } = insightWindows('Asia/Kathmandu', new Date('2026-11-21T12:00:00Z'), 7)
    expect(window).toEqual({ from: new Date('2026-11-14T18:15:00Z'), to: new Date('2026-11-21T12:00:00Z') })
    expect(previous).toEqual({ from: new Date('2026-11-07T18:15:00Z'), to: new Date('2026-11-14T12:00:00Z') })
  })

  it('never overlap and are equally long except for clock changes, in every zone', () => {
    fc.assert(
      fc.property(anyZone, anyNow, anyRange, (zone, now, days) => {
        const { window, previous } = insightWindows(zone, now, days)
        const length = ({ from, to }: { from: Date; to: Date }) => to.getTime() - from.getTime()
        expect(previous.to.getTime()).toBeLessThanOrEqual(window.from.getTime())
        expect(previous.from.getTime()).toBeLessThanOrEqual(previous.to.getTime())
        expect(Math.abs(length(window) - length(previous))).toBeLessThanOrEqual(2 * hourMs)
        expect(onTheWall(zone, window.from.getTime() / quarterMs).hour).toBeLessThanOrEqual(1)
      }),
      { numRuns: 300 },
    )
  })

  it('do not overlap if the compared day was shorter', () => {
    // 29 March 2026 had 23 hours in Lisbon.
    const { window, previous } = insightWindows('Europe/Lisbon', new Date('2026-04-05T22:45:00Z'), 7)
    expect(previous.to).toEqual(new Date('2026-03-29T23:00:00Z'))
    expect(previous.to).toEqual(window.from)
  })
})

describe('the heatmap', () => {
  it('agrees with the local time of each quarter, in six zones and across clock changes', () => {
    fc.assert(
      fc.property(
        anyZone,
        anyNow,
        anyRange,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (zone, now, days, shares) => {
          const { window } = insightWindows(zone, now, days)
          const first = window.from.getTime() / quarterMs
          const last = Math.floor(window.to.getTime() / quarterMs) + 1
          const drinks = shares.map((share) => Math.min(last - 1, Math.floor(first + share * (last - first))))
          const counts = [...new Set(drinks)].map((quarter) => ({
            quarter,
            count: drinks.filter((drink) => drink === quarter).length,
          }))
          const expected = new Map<string, { count: number; quarters: number }>()
          for (let quarter = first; quarter < last; quarter += 1) {
            const { weekday, hour } = onTheWall(zone, quarter)
            const known = expected.get(`${weekday} ${hour}`) ?? { count: 0, quarters: 0 }
            const count = counts.find((one) => one.quarter === quarter)?.count ?? 0
            expected.set(`${weekday} ${hour}`, { count: known.count + count, quarters: known.quarters + 1 })
          }
          for (const { weekday, hour, ...figures } of heatCells(zone, window, counts))
            expect(figures).toEqual(expected.get(`${weekday} ${hour}`) ?? { count: 0, quarters: 0 })
        },
      ),
      { numRuns: 25 },
    )
  })

  it.each([
    // Clocks go from 01:00 to 02:00 on Sunday 29 March, and from 02:00 to 01:00 on Sunday 25 October.
    ['an hour that was left out', '2026-03-30T12:00:00Z', 0],
    ['an hour that came twice', '2026-10-26T12:00:00Z', 8],
  ])('counts %s', (_, now, quarters) => {
    const { window } = insightWindows('Europe/Lisbon', new Date(now), 7)
    const cells = heatCells('Europe/Lisbon', window, [])
    expect(cells.find(({ weekday, hour }) => weekday === 6 && hour === 1)?.quarters).toBe(quarters)
    expect(cells.find(({ weekday, hour }) => weekday === 6 && hour === 3)?.quarters).toBe(4)
  })

  it('has half an hour less if clocks change by half an hour', () => {
    // Lord Howe Island, Sunday 4 October 2026: 02:00 became 02:30.
    const { window } = insightWindows('Australia/Lord_Howe', new Date('2026-10-05T12:00:00Z'), 7)
    const cells = heatCells('Australia/Lord_Howe', window, [])
    expect(cells.find(({ weekday, hour }) => weekday === 6 && hour === 2)?.quarters).toBe(2)
  })

  it('divides by the occurrences of the hour, and has no average for future hours', () => {
    expect(averagePerHour({ weekday: 0, hour: 9, count: 27, quarters: 16 })).toBe(6.75)
    expect(averagePerHour({ weekday: 0, hour: 9, count: 0, quarters: 4 })).toBe(0)
    expect(averagePerHour({ weekday: 0, hour: 9, count: 0, quarters: 0 })).toBeNull()
  })

  it('has 168 cells, Monday 00:00 first', () => {
    const cells = heatCells('Asia/Kathmandu', { from: new Date(0), to: new Date(0) }, [])
    expect([cells.length, cells[0], cells[167]]).toEqual([
      168,
      { weekday: 0, hour: 0, count: 0, quarters: 0 },
      { weekday: 6, hour: 23, count: 0, quarters: 0 },
    ])
  })
})

describe('locations', () => {
  const places = [
    { id: 'loc_1', name: 'Alder' },
    { id: 'loc_2', name: ' ' },
    { id: 'loc_3', name: 'Birch' },
  ]

  it('lists the busiest first, keeps empty ones and groups unknown locations', () => {
    const rows = locationShares(places, [
      { locationId: 'loc_3', count: 60, previousCount: 50 },
      { locationId: 'loc_1', count: 30, previousCount: 0 },
      { locationId: 'loc_gone', count: 6, previousCount: 12 },
      { locationId: null, count: 4, previousCount: 0 },
    ])
    expect(rows).toEqual([
      { locationId: 'loc_3', name: 'Birch', count: 60, sharePercent: 60, previousCount: 50, changePercent: 20 },
      { locationId: 'loc_1', name: 'Alder', count: 30, sharePercent: 30, previousCount: 0, changePercent: null },
      {
        locationId: null,
        name: 'Unknown Location',
        count: 10,
        sharePercent: 10,
        previousCount: 12,
        changePercent: (-2 / 12) * 100,
      },
      {
        locationId: 'loc_2',
        name: 'Unknown Location',
        count: 0,
        sharePercent: 0,
        previousCount: 0,
        changePercent: null,
      },
    ])
  })

  it('has no extra row if every redemption has its location', () => {
    expect(locationShares(places, []).map(({ locationId }) => locationId)).toEqual(['loc_1', 'loc_3', 'loc_2'])
  })

  it('has shares that add up to 100 %, and counts that add up to the total', () => {
    const anyPlace = fc.constantFrom('loc_1', 'loc_2', 'loc_3', 'loc_gone', null)
    const anyCount = fc.record({ locationId: anyPlace, count: fc.nat(1_000), previousCount: fc.nat(1_000) })
    fc.assert(
      fc.property(fc.array(anyCount), (counts) => {
        const rows = locationShares(places, counts)
        const total = counts.reduce((sum, { count }) => sum + count, 0)
        expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(total)
        expect(rows.reduce((sum, { sharePercent }) => sum + sharePercent, 0)).toBeCloseTo(total === 0 ? 0 : 100)
      }),
    )
  })

  it('has no percentage without earlier redemptions', () => {
    expect([changePercent(5, 0), changePercent(0, 5), changePercent(5, 4)]).toEqual([null, -100, 25])
  })
})

describe('idle subscribers', () => {
  const now = new Date('2026-11-21T12:00:00Z')

  it('count after exactly 14 days', () => {
    expect(idleCutoff(now)).toEqual(new Date(now.getTime() - insightLimits.idleDays * dayMs))
  })
})

describe('heavy users', () => {
  const at = (minutes: number) => new Date(minutes * 60_000)

  it('counts redemptions less than ten minutes after the previous one, in any order', () => {
    expect(countQuickGaps([])).toBe(0)
    expect(countQuickGaps([at(30)])).toBe(0)
    expect(countQuickGaps([at(10), at(0)])).toBe(0)
    expect(countQuickGaps([at(9.99), at(0), at(100), at(109), at(118)])).toBe(3)
  })

  it('flags from the second time on', () => {
    expect([0, 1, 2, 3].map(isFlagged)).toEqual([false, false, true, true])
  })

  it('returns redemptions per day with one decimal', () => {
    expect([drinksPerDay(0, 30), drinksPerDay(47, 30), drinksPerDay(61, 30)]).toEqual([0, 1.6, 2])
  })
})

describe('price per drink, against a rational oracle', () => {
  it('is exact for any amounts, redemptions and subscribers', () => {
    const anyLevel = fc.record({
      currency: fc.constantFrom('usd', 'eur', 'jpy'),
      amountMinor: fc.nat(Number.MAX_SAFE_INTEGER),
      subscribers: fc.integer({ min: 1, max: 2 ** 31 }),
    })
    fc.assert(
      fc.property(
        fc.array(anyLevel, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 2 ** 31 }),
        (levels, drinks) => {
          const active = BigInt(levels.reduce((sum, { subscribers }) => sum + subscribers, 0))
          const prices = pricePerDrink(levels, drinks)
          expect(prices.map(({ currency }) => currency)).toEqual(levels.map(({ currency }) => currency))
          for (const [index, { amountMinor, subscribers }] of levels.entries()) {
            const [dividend, divisor] = [BigInt(amountMinor) * active, BigInt(subscribers) * BigInt(drinks)]
            const price = prices[index]?.amountMinor ?? -1
            if (!Number.isSafeInteger(price)) continue
            // |dividend / divisor − price| ≤ 1/2, and never down from a half.
            const off = 2n * (dividend - BigInt(price) * divisor)
            expect(off >= -divisor && off < divisor).toBe(true)
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('rounds a half upwards', () => {
    expect(pricePerDrink([{ currency: 'usd', amountMinor: 5, subscribers: 1 }], 2)).toEqual([
      { currency: 'usd', amountMinor: 3 },
    ])
  })
})
