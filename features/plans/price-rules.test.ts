import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { billingIntervals } from '@quaff/features/subscriptions/contract'
import { monthlyAmountMinor } from '@quaff/features/subscriptions/rules'
import { currencyCodes } from '@quaff/platform/shared/money/currency-codes'
import { currencyDigits, decimalText } from '@quaff/platform/shared/money/decimals'
import { planLimits, type BilledPrice } from './contract'
import {
  amountError,
  breakEvenDrinks,
  everyLabel,
  parseAmount,
  priceImpact,
  priceLabel,
  priceOf,
  pricePerDrink,
  readAmountText,
  repeatedPrice,
} from './price-rules'

const usd = (amountMinor: number, interval: BilledPrice['interval'] = 'month', intervalCount = 1): BilledPrice => ({
  amountMinor,
  currency: 'usd',
  interval,
  intervalCount,
})
const listed = (id: string, price: BilledPrice, active = true) => ({ ...price, id, active })

/** Spec §9 in whole numbers: numerator and denominator of the monthly amount. */
const ratio = {
  year: (amount: bigint, count: bigint) => [amount, 12n * count],
  month: (amount: bigint, count: bigint) => [amount, count],
  week: (amount: bigint, count: bigint) => [amount * 4333n, 1000n * count],
  day: (amount: bigint, count: bigint) => [amount * 30n, count],
} as const

function monthlyByOracle(price: {
  amountMinor: number
  interval: BilledPrice['interval']
  intervalCount?: number | null
}) {
  const count = price.intervalCount != null && price.intervalCount >= 1 ? price.intervalCount : 1
  const [above = 0n, below = 1n] = ratio[price.interval](BigInt(price.amountMinor), BigInt(count))
  return Number((2n * above + below) / (2n * below))
}

describe('the monthly equivalent (spec §9)', () => {
  it('§9 equals a rational-number oracle in 150,000 cases, counts of 0, below 0 and null among them', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 0, max: planLimits.maxAmountMinor }), fc.integer({ min: 0, max: 5_000 })),
        fc.constantFrom(...billingIntervals),
        fc.oneof(
          { weight: 4, arbitrary: fc.integer({ min: 1, max: 36 }) },
          fc.constantFrom(0, -1, -36, null, undefined),
        ),
        (amountMinor, interval, intervalCount) =>
          monthlyAmountMinor({ amountMinor, interval, intervalCount }) ===
          monthlyByOracle({ amountMinor, interval, intervalCount }),
      ),
      { numRuns: 150_000 },
    )
  })

  it('§9 rounds halves up for every interval count', () => {
    for (const interval of billingIntervals)
      for (let intervalCount = 1; intervalCount <= planLimits.maxIntervalCount; intervalCount += 1)
        for (let amountMinor = 0; amountMinor < 500; amountMinor += 1) {
          const price = { amountMinor, interval, intervalCount }
          if (monthlyAmountMinor(price) !== monthlyByOracle(price)) expect(price).toBeNull()
        }
  })
})

describe('labels', () => {
  it.each([
    [usd(2_900), '$29 / month'],
    [usd(5_400, 'month', 3), '$54 every 3 months'],
    [usd(650, 'week'), '$6.50 / week'],
    [usd(29_000, 'year', 0), '$290 / year'],
    [{ ...usd(1_200), currency: 'jpy' }, '¥1,200 / month'],
    [{ ...usd(1_250), currency: 'kwd' }, 'KWD 1.250 / month'],
    [{ ...usd(100), currency: 'no code' }, '1 NO CODE / month'],
  ])('%j reads "%s"', (price, label) => {
    expect(priceLabel(price).replaceAll('\u00a0', ' ')).toBe(label)
  })

  it('says how often', () => {
    expect([everyLabel(usd(1)), everyLabel(usd(1, 'day', 3)), everyLabel(usd(1, 'week', -2))]).toEqual([
      '1 month',
      '3 days',
      '1 week',
    ])
  })
})

describe('an amount as typed', () => {
  it.each([
    ['29', 'usd', 2_900],
    [' 29,5 ', 'usd', 2_950],
    ['.99', 'usd', 99],
    ['0', 'usd', 0],
    ['1200', 'jpy', 1_200],
    ['1.299', 'kwd', 1_299],
    ['١٫٢٩٩', 'kwd', 1_299],
    ['１２．５', 'usd', 1_250],
    ['२९', 'inr', 2_900],
    ['10000000', 'usd', 1_000_000_000],
  ])('%j in %s is %i', (typed, currency, amountMinor) => {
    expect(parseAmount(typed, currency, planLimits.maxAmountMinor)).toEqual({ ok: true, amountMinor })
  })

  it.each([
    ['', 'usd', 'EMPTY'],
    ['.', 'usd', 'NO_NUMBER'],
    ['-1', 'usd', 'NO_NUMBER'],
    ['1e3', 'usd', 'NO_NUMBER'],
    ['29 €', 'usd', 'NO_NUMBER'],
    ['1,299.50', 'usd', 'NO_NUMBER'],
    ['−5', 'usd', 'NO_NUMBER'],
    ['1,299', 'usd', 'TOO_MANY_DECIMALS'],
    ['12.5', 'jpy', 'TOO_MANY_DECIMALS'],
    ['10000000.01', 'usd', 'TOO_LARGE'],
    ['9'.repeat(400), 'usd', 'TOO_LARGE'],
  ])('%j in %s is refused: %s', (typed, currency, reason) => {
    expect(parseAmount(typed, currency, planLimits.maxAmountMinor)).toEqual({ ok: false, reason })
  })

  it.each([
    ['1,299', 'kwd', 'Read as KWD 1.299'],
    [' 120.500 ', 'bhd', 'Read as BHD 120.500'],
    ['1.299', 'usd', undefined],
    ['0.299', 'kwd', undefined],
    ['1299.500', 'kwd', undefined],
    ['1.25', 'kwd', undefined],
  ])('that can be read in two ways is repeated: %j in %s', (typed, currency, text) => {
    const read = readAmountText(typed, currency, planLimits.maxAmountMinor)
    expect(read?.replaceAll('\u00a0', ' ')).toBe(text)
  })

  const read = (typed: string) =>
    ['usd', 'jpy', 'kwd'].map((currency) => {
      const parsed = parseAmount(typed, currency, planLimits.maxAmountMinor)
      return parsed.ok ? decimalText(parsed.amountMinor, currency) : parsed.reason
    })
  const no = ['NO_NUMBER', 'NO_NUMBER', 'NO_NUMBER']
  const thousand = ['1299.00', '1299', '1299.000']
  const few = ['29.00', '29', '29.000']

  it.each([
    ['1,299', ['TOO_MANY_DECIMALS', 'TOO_MANY_DECIMALS', '1.299']],
    ['1.299', ['TOO_MANY_DECIMALS', 'TOO_MANY_DECIMALS', '1.299']],
    ['1 299', thousand],
    ['1\u00A0299', thousand],
    ['1\u202F299', thousand],
    ["1'299", thousand],
    ['1’299', thousand],
    ['1’299.5', ['1299.50', 'TOO_MANY_DECIMALS', '1299.500']],
    ['29,-', few],
    ['29.-', few],
    ['29.–', few],
    ['CHF 29', no],
    ['$29', ['29.00', 'NO_NUMBER', 'NO_NUMBER']],
    ['29 USD', ['29.00', 'NO_NUMBER', 'NO_NUMBER']],
    ['¥29', ['NO_NUMBER', '29', 'NO_NUMBER']],
    ['KWD 29', ['NO_NUMBER', 'NO_NUMBER', '29.000']],
    ['２９', few],
    ['٢٩', few],
    ['٢٩٫٥', ['29.50', 'TOO_MANY_DECIMALS', '29.500']],
    ['١٬٢٩٩', thousand],
    ['-5', no],
    ['−5', no],
    ['- 5', no],
    ['.5', ['0.50', 'TOO_MANY_DECIMALS', '0.500']],
    ['5.', ['5.00', '5', '5.000']],
    ['12 34', no],
    ['1 29', no],
    ['$', ['NO_NUMBER', 'NO_NUMBER', 'NO_NUMBER']],
    ['12345678901234567890', ['TOO_LARGE', 'TOO_LARGE', 'TOO_LARGE']],
  ])('%j in dollars, yen and dinars is %j', (typed, expected) => {
    expect(read(typed)).toEqual(expected)
  })

  it('is repeated if it is not plain digits', () => {
    const repeated = (typed: string, currency: string) =>
      readAmountText(typed, currency, planLimits.maxAmountMinor)?.replaceAll('\u00a0', ' ')
    expect(repeated("1'299", 'usd')).toBe('Read as $1,299')
    expect(repeated('٢٩', 'jpy')).toBe('Read as ¥29')
    expect(repeated('CHF 29.-', 'chf')).toBe('Read as CHF 29')
    expect(repeated('CHF 29', 'usd')).toBeUndefined()
    expect(repeated('1299', 'usd')).toBeUndefined()
    expect(repeated('.5', 'usd')).toBeUndefined()
  })

  it('with too many decimals shows how many there are', () => {
    const errorIn = (currency: string) => amountError(parseAmount('1,2999', currency, 1e9), currency)
    expect(['usd', 'jpy', 'kwd'].map(errorIn)).toEqual([
      'USD has 2 decimals. Enter thousands without a separator.',
      'JPY has no decimals. Enter thousands without a separator.',
      'KWD has 3 decimals. Enter thousands without a separator.',
    ])
  })

  it('comes back unchanged in every currency', () => {
    expect([currencyDigits('jpy'), currencyDigits('usd'), currencyDigits('kwd')]).toEqual([0, 2, 3])
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: planLimits.maxAmountMinor }),
        fc.constantFrom(...currencyCodes),
        (amountMinor, currency) => {
          const parsed = parseAmount(decimalText(amountMinor, currency), currency, planLimits.maxAmountMinor)
          return parsed.ok && parsed.amountMinor === amountMinor
        },
      ),
      { numRuns: 20_000 },
    )
  })

  it('knows its currencies, each by three small letters and once', () => {
    expect(currencyCodes.every((code) => /^[a-z]{3}$/.test(code))).toBe(true)
    expect(new Set(currencyCodes).size).toBe(currencyCodes.length)
    expect(currencyCodes).toEqual(expect.arrayContaining(['usd', 'eur', 'jpy', 'kwd', 'npr']))
  })
})

describe('price per drink and break-even (G35)', () => {
  it('divides the monthly amount by the drinks of one subscriber', () => {
    expect(pricePerDrink([{ amountMinor: 611_906, currency: 'usd', subscribers: 214 }], 2_833)).toEqual([
      { amountMinor: 216, currency: 'usd' },
    ])
  })

  it('is nothing without drinks or subscribers, and never adds currencies', () => {
    expect(pricePerDrink([{ amountMinor: 0, currency: 'usd', subscribers: 0 }], 10)).toEqual([])
    expect(pricePerDrink([{ amountMinor: 2_900, currency: 'usd', subscribers: 1 }], 0)).toEqual([])
    expect(
      pricePerDrink(
        [
          { amountMinor: 2_900, currency: 'usd', subscribers: 1 },
          { amountMinor: 6_000, currency: 'eur', subscribers: 3 },
        ],
        40,
      ),
    ).toEqual([
      { amountMinor: 290, currency: 'usd' },
      { amountMinor: 200, currency: 'eur' },
    ])
  })

  it('tells from how many drinks the pass is cheaper', () => {
    expect(breakEvenDrinks(usd(2_900), 480)).toBe(7)
    expect(breakEvenDrinks(usd(29_000, 'year'), 480)).toBe(6)
    expect(breakEvenDrinks(usd(2_880), 480)).toBe(6)
    expect([
      breakEvenDrinks(usd(2_900), null),
      breakEvenDrinks(usd(2_900), 0),
      breakEvenDrinks(undefined, 480),
    ]).toEqual([null, null, null])
  })
})

describe('what a change of prices does', () => {
  const prices = [listed('pri_1', usd(2_900)), listed('pri_2', usd(29_000, 'year'))]
  const monthly = { ...usd(2_900), priceId: 'pri_1', active: 190, running: 196, monthlyMinor: 190 * 2_900 }
  const yearly = { ...usd(29_000, 'year'), priceId: 'pri_2', active: 18, running: 18, monthlyMinor: 18 * 2_417 }

  it('keeps those who pay the old price and counts what all would bring', () => {
    const impact = priceImpact(
      [monthly, yearly],
      [listed('pri_1', usd(3_200)), listed('pri_2', usd(29_000, 'year'))],
      1_000,
    )
    expect(impact).toMatchObject({
      changes: [{ from: usd(2_900), to: usd(3_200), subscribers: 196, mayLose: 17 }],
      keptSubscribers: 196,
      revenue: [
        {
          currency: 'usd',
          nowMinor: 551_000 + 43_506,
          ifOnlyNewPayMinor: 551_000 + 43_506,
          ifAllMovedMinor: 608_000 + 43_506,
          changeMinor: 57_000,
        },
      ],
    })
    expect(impact.perDrink).toEqual({
      now: [{ amountMinor: 595, currency: 'usd' }],
      ifAllMoved: [{ amountMinor: 652, currency: 'usd' }],
    })
  })

  it('changes nothing when a price is removed, switched off or new', () => {
    for (const proposed of [[], [listed('pri_1', usd(2_900), false)], [...prices, usd(100)]])
      expect(priceImpact([monthly, yearly], proposed, 0)).toMatchObject({ changes: [], keptSubscribers: 0 })
  })

  it('shows each currency for itself when a price moves to another one', () => {
    const { revenue } = priceImpact([monthly], [{ ...usd(3_000), currency: 'eur', id: 'pri_1' }], 0)
    expect(revenue).toEqual([
      { currency: 'usd', nowMinor: 551_000, ifOnlyNewPayMinor: 551_000, ifAllMovedMinor: 0, changeMinor: -551_000 },
      { currency: 'eur', nowMinor: 0, ifOnlyNewPayMinor: 0, ifAllMovedMinor: 570_000, changeMinor: 570_000 },
    ])
  })

  it('lets so many go that the rest still brings as much, and not one more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 20_000 }),
        (before, rise, active) => {
          const group = { ...usd(before), priceId: 'p', active, running: active, monthlyMinor: before * active }
          const lost = priceImpact([group], [{ ...usd(before + rise), id: 'p' }], 0).changes[0]?.mayLose ?? -1
          const bring = (left: number) => left * (before + rise)
          return bring(active - lost) >= before * active && bring(active - lost - 1) < before * active
        },
      ),
    )
  })

  it('finds the price that someone pays, an active one first', () => {
    expect(priceOf(usd(2_900), [listed('off', usd(2_900), false), ...prices])).toBe('pri_1')
    expect(priceOf(usd(2_900, 'month', 0), prices)).toBe('pri_1')
    expect(priceOf(usd(2_500), prices)).toBeNull()
  })

  it('names the first active price that repeats another', () => {
    expect(repeatedPrice([...prices, listed('x', usd(2_900))])).toBe(2)
    expect(repeatedPrice([...prices, listed('x', usd(2_900), false)])).toBeUndefined()
  })
})
