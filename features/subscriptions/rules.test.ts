import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { churnRatePercent, isChurned } from './churn-rules'
import { billingIntervals } from './contract'
import {
  averageSubscriptionValue,
  differingPrice,
  growthPoints,
  levelsFromEntries,
  monthlyAmountMinor,
  normalizeTimestamp,
  resolvePrice,
  shownPrice,
  sumByCurrency,
  maskName,
} from './rules'
import { overallStatistics, type SubscriptionDetails } from './testing/row-statistics-factory'

const now = new Date('2026-03-10T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const build = (details: Partial<SubscriptionDetails> = {}): SubscriptionDetails => ({
  status: 'active',
  amountMinor: 1_000,
  currency: 'usd',
  interval: 'month',
  intervalCount: 1,
  createdAt: daysAgo(60),
  updatedAt: daysAgo(60),
  ...details,
})

describe('monthly amount (spec §9)', () => {
  it.each([
    ['year', 12_000, 1, 1_000],
    ['year', 12_000, 2, 500],
    ['year', 29_000, 1, 2_417],
    ['month', 2_900, 1, 2_900],
    ['month', 5_400, 3, 1_800],
    ['month', 1_000, 3, 333],
    ['week', 650, 1, 2_816],
    ['week', 1_200, 2, 2_600],
    ['day', 240, 1, 7_200],
    ['day', 100, 7, 429],
    ['month', 0, 1, 0],
  ] as const)('§9 %s of %d every %d is %d a month', (interval, amountMinor, intervalCount, expected) => {
    expect(monthlyAmountMinor({ amountMinor, interval, intervalCount })).toBe(expected)
  })

  it.each([null, undefined, 0, -3, 0.5, Number.NaN])('§9 treats an interval count of %s as 1', (intervalCount) => {
    expect(monthlyAmountMinor({ amountMinor: 700, interval: 'month', intervalCount })).toBe(700)
  })

  it('is a whole number that grows with the amount and shrinks with the interval count', () => {
    const anyPrice = fc.record({
      amountMinor: fc.nat(10_000_000),
      interval: fc.constantFrom(...billingIntervals),
      intervalCount: fc.integer({ min: 1, max: 60 }),
    })
    fc.assert(
      fc.property(anyPrice, (price) => {
        const monthly = monthlyAmountMinor(price)
        expect(Number.isSafeInteger(monthly)).toBe(true)
        expect(monthlyAmountMinor({ ...price, amountMinor: price.amountMinor + 1_000 })).toBeGreaterThanOrEqual(monthly)
        expect(monthlyAmountMinor({ ...price, intervalCount: price.intervalCount + 1 })).toBeLessThanOrEqual(monthly)
      }),
    )
  })
})

describe('the price of a subscription (spec §3)', () => {
  it('§3 §9 comes from the subscription, then from its price details, then from the defaults', () => {
    const priceDetails = { amount: 500, currency: 'eur', interval: 'week', intervalCount: 2 }
    expect(
      resolvePrice({ amountMinor: 900, currency: 'gbp', interval: 'year', intervalCount: 3, priceDetails }),
    ).toEqual({ amountMinor: 900, currency: 'gbp', interval: 'year', intervalCount: 3 })
    expect(resolvePrice({ amountMinor: null, currency: '', interval: null, intervalCount: 0, priceDetails })).toEqual({
      amountMinor: 500,
      currency: 'eur',
      interval: 'week',
      intervalCount: 2,
    })
    expect(resolvePrice({})).toEqual({ amountMinor: 0, currency: 'usd', interval: 'month', intervalCount: 1 })
  })

  it('§3 keeps an amount of zero and treats an unknown interval as missing', () => {
    expect(resolvePrice({ amountMinor: 0, interval: 'fortnight', priceDetails: { amount: 5 } })).toMatchObject({
      amountMinor: 0,
      interval: 'month',
    })
  })
})

describe('timestamps (spec §3)', () => {
  it.each([
    ['a date', new Date('2026-01-02T03:04:05Z'), '2026-01-02T03:04:05.000Z'],
    ['epoch seconds', 1_767_323_045, '2026-01-02T03:04:05.000Z'],
    ['a server timestamp', { seconds: 1_767_323_045, nanoseconds: 250_000_000 }, '2026-01-02T03:04:05.250Z'],
    ['an ISO text', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['nothing', null, '1970-01-01T00:00:00.000Z'],
    ['undefined', undefined, '1970-01-01T00:00:00.000Z'],
    ['nonsense', 'soon', '1970-01-01T00:00:00.000Z'],
    ['an invalid date', new Date(Number.NaN), '1970-01-01T00:00:00.000Z'],
  ])('§3 reads %s', (_, value, expected) => {
    expect(normalizeTimestamp(value).toISOString()).toBe(expected)
  })
})

describe('churn (spec §4, §9)', () => {
  it.each([
    ['canceled yesterday', 'canceled', 1, true],
    ['canceled on the first of 30 days including today', 'canceled', 29.5, true],
    ['canceled on the day before', 'canceled', 29.6, false],
    ['past due', 'past_due', 1, false],
    ['active', 'active', 1, false],
  ])('§4 §9 detects churn: %s', (_, status, days, expected) => {
    expect(isChurned({ status, updatedAt: daysAgo(days) }, 'UTC', now)).toBe(expected)
  })

  it('§9 is a percentage of active and churned subscriptions', () => {
    expect(churnRatePercent(90, 10)).toBe(10)
    expect(churnRatePercent(0, 4)).toBe(100)
    expect(churnRatePercent(0, 0)).toBe(0)
  })

  it('§9 rate is canceled in 30 days / (active + those canceled) x 100, without trials, past-due and earlier cancellations', () => {
    const rows = [
      ...Array.from({ length: 6 }, () => build()),
      ...[1, 29].map((days) => build({ status: 'canceled', updatedAt: daysAgo(days) })),
      ...[31, 400].map((days) => build({ status: 'canceled', updatedAt: daysAgo(days) })),
      ...['trialing', 'past_due'].map((status) => build({ status })),
    ]
    expect(overallStatistics(rows, 'UTC', now).churnRate).toBe(25)
  })
})

describe('overall statistics (spec §3, §9)', () => {
  it('§3 §G2 counts revenue of active subscriptions only, one total per currency', () => {
    const subscriptions = [
      build(),
      build({ interval: 'year', amountMinor: 24_000 }),
      build({ currency: 'eur', amountMinor: 700 }),
      build({ status: 'trialing' }),
      build({ status: 'past_due' }),
      build({ status: 'canceled', updatedAt: daysAgo(3) }),
      build({ status: 'canceled', updatedAt: daysAgo(50) }),
    ]
    expect(overallStatistics(subscriptions, 'UTC', now)).toEqual({
      activeCount: 3,
      totalRevenue: [
        { amountMinor: 3_000, currency: 'usd' },
        { amountMinor: 700, currency: 'eur' },
      ],
      averageRevenue: [
        { amountMinor: 1_500, currency: 'usd' },
        { amountMinor: 700, currency: 'eur' },
      ],
      churnRate: 25,
      trialCount: 1,
      pastDueCount: 1,
    })
  })

  it('§9 have an average value of monthly revenue / active count, rounded', () => {
    expect(averageSubscriptionValue(9_000, 4)).toBe(2_250)
    expect([averageSubscriptionValue(100, 3), averageSubscriptionValue(200, 3)]).toEqual([33, 67])
    expect(averageSubscriptionValue(5, 2)).toBe(3)
    const [average] = overallStatistics([build(), build(), build({ amountMinor: 1_001 })], 'UTC', now).averageRevenue
    expect(average).toEqual({ amountMinor: 1_000, currency: 'usd' })
  })

  it('are zero without subscriptions', () => {
    expect(overallStatistics([], 'UTC', now)).toEqual({
      activeCount: 0,
      totalRevenue: [],
      averageRevenue: [],
      churnRate: 0,
      trialCount: 0,
      pastDueCount: 0,
    })
    expect(averageSubscriptionValue(100, 0)).toBe(0)
  })

  it('§G2 put usd first and sort the other currencies', () => {
    const amounts = ['gbp', 'usd', 'eur', 'gbp'].map((currency) => ({ amountMinor: 1, currency }))
    expect(sumByCurrency(amounts).map(({ currency }) => currency)).toEqual(['usd', 'eur', 'gbp'])
  })
})

describe('growth (G28)', () => {
  it('§3 §9 has 31 cumulative points of the zone, today last', () => {
    const points = growthPoints([daysAgo(100), daysAgo(2), now], now, 'UTC')
    expect(points).toHaveLength(31)
    expect(points[0]).toEqual({ date: '2026-02-08', count: 1 })
    expect(points.slice(-3)).toEqual([
      { date: '2026-03-08', count: 2 },
      { date: '2026-03-09', count: 2 },
      { date: '2026-03-10', count: 3 },
    ])
  })

  it('splits days at local midnight, even on a day with 23 hours', () => {
    const at = new Date('2026-03-09T03:00:00Z')
    const [before, after] = [new Date('2026-03-08T04:59:59Z'), new Date('2026-03-08T05:00:00Z')]
    const points = growthPoints([before, after], at, 'America/New_York')
    expect(points.slice(-2)).toEqual([
      { date: '2026-03-07', count: 1 },
      { date: '2026-03-08', count: 2 },
    ])
  })

  it('derives the level of each day from the current level', () => {
    const entries = new Map([
      ['2026-03-09', 4],
      ['2026-03-10', -1],
    ])
    expect(levelsFromEntries(10, ['2026-03-08', '2026-03-09', '2026-03-10'], entries)).toEqual([7, 11, 10])
  })
})

it.each([
  ['Ana Paula Prado', 'Ana P.'],
  ['  jo  ödegård ', 'jo Ö.'],
  ['Ana', 'Ana'],
  ['李 小龍', '李 小.'],
  ['ana@example.test', null],
  ['Ana ana@example.test', null],
  ['', null],
  [null, null],
])('masks %j as %j for merchants', (name, masked) => {
  expect(maskName(name)).toBe(masked)
})

describe('the price shown to a person (spec §3, "User subscription view")', () => {
  const price = (amountMinor: number, change: object = {}) => ({
    amountMinor,
    currency: 'usd',
    interval: 'month',
    intervalCount: 1,
    active: true,
    ...change,
  })

  it("§3 is the plan's, even if the subscription has another", () => {
    const source = { amountMinor: 2_500, currency: 'usd', interval: 'week', intervalCount: 1 }
    const shown = shownPrice(source, [price(2_900)])
    expect(shown).toEqual({ amountMinor: 2_900, currency: 'usd', interval: 'month', intervalCount: 1 })
    expect(differingPrice(source, shown)).toEqual(source)
  })

  it("§3 falls back to the subscription's own fields, then to its nested price details, then to the defaults", () => {
    const details = { amount: 900, currency: 'gbp', interval: 'week', intervalCount: 2 }
    expect(shownPrice({ amountMinor: 2_500, currency: 'EUR', interval: 'year', priceDetails: details }, [])).toEqual({
      amountMinor: 2_500,
      currency: 'eur',
      interval: 'year',
      intervalCount: 2,
    })
    expect(shownPrice({ priceDetails: details }, [])).toMatchObject({ amountMinor: 900, interval: 'week' })
    expect(shownPrice({}, [])).toEqual({ amountMinor: 0, currency: 'usd', interval: 'month', intervalCount: 1 })
  })

  it('is the one it was sold at, even if that is no longer on sale', () => {
    const prices = [price(2_900), price(2_500, { active: false }), price(29_000, { interval: 'year' })]
    expect(shownPrice({ amountMinor: 2_500 }, prices).amountMinor).toBe(2_500)
    expect(shownPrice({ amountMinor: 25_000, interval: 'year' }, prices).amountMinor).toBe(29_000)
    expect(shownPrice({}, prices).amountMinor).toBe(2_900)
  })

  it('prefers a plan price in its currency and never mixes an amount with another currency', () => {
    const prices = [price(2_900), price(2_400, { currency: 'eur' })]
    expect(shownPrice({ currency: 'EUR' }, prices)).toMatchObject({ amountMinor: 2_400, currency: 'eur' })
    expect(shownPrice({ amountMinor: 2_000, currency: 'gbp' }, prices)).toMatchObject({
      amountMinor: 2_900,
      currency: 'usd',
    })
  })

  it('ignores prices off sale at which it was never sold', () => {
    expect(shownPrice({ amountMinor: 2_500 }, [price(2_900, { active: false })]).amountMinor).toBe(2_500)
  })

  it('differs only from an amount that the subscription has', () => {
    expect(differingPrice({ currency: 'eur' }, shownPrice({ currency: 'eur' }, [price(2_900)]))).toBeNull()
    expect(differingPrice({ amountMinor: 2_900 }, shownPrice({ amountMinor: 2_900 }, [price(2_900)]))).toBeNull()
  })

  it('is always one existing price, amount and currency together', () => {
    const anyPrice = fc.record({
      amountMinor: fc.nat(5_000),
      currency: fc.constantFrom('usd', 'eur', 'jpy'),
      interval: fc.constantFrom(...billingIntervals),
      intervalCount: fc.integer({ min: 1, max: 3 }),
    })
    const planPrices = fc.array(fc.tuple(anyPrice, fc.boolean()), { maxLength: 4 })
    fc.assert(
      fc.property(anyPrice, planPrices, (source, pairs) => {
        const prices = pairs.map(([one, active]) => ({ ...one, active }))
        const shown = shownPrice(source, prices)
        expect([source, ...pairs.map(([one]) => one)]).toContainEqual(shown)
        if (prices.some(({ active }) => active)) expect(pairs.map(([one]) => one)).toContainEqual(shown)
        expect(differingPrice(source, shown) ?? shown).toEqual(source)
      }),
    )
  })
})
