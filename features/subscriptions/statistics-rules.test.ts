import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { churnRatePercent } from './churn-rules'
import { billingIntervals, subscriptionStatuses } from './contract'
import type { BillingInterval } from './contract'
import { averageSubscriptionValue, growthPoints, monthlyAmountMinor } from './rules'
import { normalizeTimestamp, resolvePrice, sumByCurrency } from './rules'
import { overallStatistics, planStatistics, type PlanSubscription } from './testing/row-statistics-factory'

/** Numerator and positive denominator. */
type Fraction = readonly [bigint, bigint]
/** Rounds half up: returns the largest n with n <= x + 1/2. */
function nearest([above, below]: Fraction): bigint {
  const [doubled, whole] = [2n * above + below, 2n * below]
  const rest = ((doubled % whole) + whole) % whole
  return (doubled - rest) / whole
}
const perMonth: Record<BillingInterval, Fraction> = {
  year: [1n, 12n],
  month: [1n, 1n],
  week: [4_333n, 1_000n],
  day: [30n, 1n],
}

describe('monthly amount (spec §9), against fractions', () => {
  const anyCount = fc.oneof(fc.integer({ min: -3, max: 60 }), fc.constantFrom(null, undefined))
  const anyAmount = fc.oneof(
    fc.nat(100_000),
    fc.integer({ min: -5_000, max: 2 ** 31 }),
    fc.maxSafeNat().map((one) => Math.floor(one / 32)),
  )

  it('§9 is the exact fraction, rounded once, for every interval, count and size', () => {
    fc.assert(
      fc.property(anyAmount, fc.constantFrom(...billingIntervals), anyCount, (amountMinor, interval, intervalCount) => {
        const count = BigInt(Math.max(1, intervalCount ?? 1))
        const [times, over] = perMonth[interval]
        const monthly = monthlyAmountMinor({ amountMinor, interval, intervalCount: intervalCount ?? null })
        expect(BigInt(monthly)).toBe(nearest([BigInt(amountMinor) * times, over * count]))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['half a cent that a binary fraction loses', 'week', 1_500, 1, 6_500],
    ['a half upwards', 'month', 5, 2, 3],
    ['a half below zero upwards', 'month', -5, 2, -2],
    ['more than 2^31', 'day', 2_147_483_648, 1, 64_424_509_440],
    ['a fraction of an interval as the whole below', 'month', 900, 2.9, 450],
  ] as const)('§9 rounds %s', (_, interval, amountMinor, intervalCount, expected) => {
    expect(monthlyAmountMinor({ amountMinor, interval, intervalCount })).toBe(expected)
  })
})

const anyMoney = fc.record({
  amountMinor: fc.integer({ min: 0, max: 2 ** 40 }),
  currency: fc.constantFrom('usd', 'eur', 'jpy'),
})

describe('totals', () => {
  it('never add one currency to another', () => {
    fc.assert(
      fc.property(fc.array(anyMoney, { maxLength: 30 }), (amounts) => {
        const totals = sumByCurrency(amounts)
        expect(new Set(totals.map(({ currency }) => currency))).toEqual(
          new Set(amounts.map(({ currency }) => currency)),
        )
        for (const { amountMinor, currency } of totals) {
          const own = amounts.filter((one) => one.currency === currency)
          expect(BigInt(amountMinor)).toBe(own.reduce((sum, one) => sum + BigInt(one.amountMinor), 0n))
        }
      }),
    )
  })

  it('are exact up to 2^53 and refused beyond', () => {
    const largest = { amountMinor: Number.MAX_SAFE_INTEGER, currency: 'usd' }
    expect(sumByCurrency([largest])).toEqual([largest])
    expect(sumByCurrency([largest, { amountMinor: 1, currency: 'eur' }])).toHaveLength(2)
    expect(() => sumByCurrency([largest, { amountMinor: 1, currency: 'usd' }])).toThrow(RangeError)
  })

  it('§9 have an average equal to the rounded fraction', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 45 }), fc.integer({ min: 1, max: 100_000 }), (sum, count) => {
        expect(BigInt(averageSubscriptionValue(sum, count))).toBe(nearest([BigInt(sum), BigInt(count)]))
      }),
    )
  })

  it('§9 have a churn rate equal to the fraction of active and churned subscriptions', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), (active, churned) => {
        const rate = churnRatePercent(active, churned)
        expect(rate).toBeGreaterThanOrEqual(0)
        expect(rate).toBeLessThanOrEqual(100)
        expect(rate * (active + churned)).toBeCloseTo(churned * 100, 4)
      }),
    )
  })
})

const now = new Date('2026-03-10T12:00:00Z')
const anySubscription = fc.record({
  planId: fc.constantFrom('pln_1', 'pln_2', null),
  status: fc.constantFrom(...subscriptionStatuses),
  amountMinor: fc.option(fc.nat(50_000)),
  currency: fc.constantFrom('usd', 'EUR', '', null),
  interval: fc.constantFrom(...billingIntervals, 'fortnight', null),
  intervalCount: fc.constantFrom(1, 2, 0, -4, null),
  createdAt: fc.constant(now),
  updatedAt: fc.integer({ min: -40, max: 2 }).map((days) => new Date(now.getTime() + days * 86_400_000)),
})

describe('plan statistics (spec §3)', () => {
  it('§3 cover only the subscriptions of that plan', () => {
    fc.assert(
      fc.property(fc.array(anySubscription, { maxLength: 25 }), (rows: PlanSubscription[]) => {
        const plans = planStatistics(rows, 'UTC', now)
        expect(new Set(plans.map(({ planId }) => planId))).toEqual(new Set(rows.map(({ planId }) => planId)))
        for (const plan of plans) {
          const own = rows.filter(({ planId }) => planId === plan.planId)
          const overall = overallStatistics(own, 'UTC', now)
          expect(plan).toMatchObject({
            activeSubscribers: overall.activeCount,
            trialSubscribers: overall.trialCount,
            monthlyRevenue: overall.totalRevenue,
            averageSubscriptionValue: overall.averageRevenue,
          })
          const stayed = overall.activeCount + plan.churnedThisMonth
          expect(overall.churnRate).toBe(stayed === 0 ? 0 : (plan.churnedThisMonth / stayed) * 100)
        }
      }),
    )
  })

  it('§3 put subscriptions without a plan last', () => {
    const row = { status: 'active', amountMinor: 900, createdAt: now, updatedAt: now }
    const plans = planStatistics(
      [null, 'pln_2', 'pln_1'].map((planId) => ({ ...row, planId })),
      'UTC',
      now,
    )
    expect(plans.map(({ planId }) => planId)).toEqual(['pln_1', 'pln_2', null])
  })
})

describe('input values (spec §3)', () => {
  it('§3 give the same time as a date, epoch seconds, a server timestamp or a string', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2_000_000_000, max: 4_000_000_000 }), (seconds) => {
        const date = new Date(seconds * 1_000)
        for (const value of [date, seconds, { seconds }, { seconds, nanoseconds: 0 }, date.toISOString()])
          expect(normalizeTimestamp(value)).toEqual(date)
      }),
    )
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e18, { seconds: Number.NaN }, '', '29 Feb'])(
    '§3 never give an invalid date: %j',
    (value) => {
      expect(Number.isNaN(normalizeTimestamp(value).getTime())).toBe(false)
    },
  )

  it('§3 give a price in whole units, whatever is missing', () => {
    expect(resolvePrice({ priceDetails: { amount: 500, intervalCount: 1.5 } }).intervalCount).toBe(1)
    expect(resolvePrice({ intervalCount: -2, priceDetails: { intervalCount: 3 } }).intervalCount).toBe(3)
  })
})

/** Formats day keys with `Intl` and counts calendar days, without arithmetic in hours. */
function dayOf(zone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    at,
  )
}
function daysUpTo(last: string, count: number): string[] {
  const end = Date.parse(`${last}T00:00:00Z`)
  return Array.from({ length: count }, (_, index) =>
    new Date(end - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
}

describe.each(['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'Pacific/Apia', 'Africa/Casablanca'])(
  '§9 §G28 growth in %s',
  (zone) => {
    it.each([
      ['clocks forward in New York', '2026-03-08T12:00:00Z'],
      ['clocks back in New York', '2026-11-01T05:30:00Z'],
      ['clocks back in Auckland', '2026-04-04T14:30:00Z'],
      ['clocks forward in Auckland', '2026-09-26T14:30:00Z'],
      ['clocks in Casablanca around Ramadan', '2026-03-22T02:30:00Z'],
      ['the day that Apia left out', '2011-12-31T09:30:00Z'],
      ['29 February', '2024-02-29T12:00:00Z'],
      ['the day after it', '2024-03-01T00:30:00Z'],
      ['the end of a month', '2026-01-31T23:59:59.999Z'],
      ['the turn of the year', '2026-01-01T00:00:00Z'],
    ])('agrees with the calendar at %s', (_, text) => {
      const at = new Date(text)
      const skipsADay = zone === 'Pacific/Apia' && text.startsWith('2011')
      const anyTimes = fc.array(fc.integer({ min: -45 * 24 * 60, max: 2 * 24 * 60 }), { maxLength: 40 })
      fc.assert(
        fc.property(anyTimes, (minutes) => {
          const created = minutes.map((minute) => new Date(at.getTime() + minute * 60_000))
          const points = growthPoints(created, at, zone)
          const days = created.map((one) => dayOf(zone, one))
          expect(points).toHaveLength(31)
          if (!skipsADay) expect(points.map(({ date }) => date)).toEqual(daysUpTo(dayOf(zone, at), 31))
          for (const { date, count } of points)
            expect([date, count]).toEqual([date, days.filter((day) => day <= date).length])
        }),
        { numRuns: 8 },
      )
    })
  },
)
