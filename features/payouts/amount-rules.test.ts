import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountsOf, exactly, feeOf, previewOf, sumOf, type PreviewDetails } from './amount-rules'

const minor = fc.bigInt({ min: -(2n ** 45n), max: 2n ** 45n }).map(Number)
const basisPoints = fc.integer({ min: 0, max: 10_000 })

/** The exact fee in integers: a fraction of 10,000, rounded half up by comparing doubled remainders. */
function oracleFee(gross: bigint, points: bigint): bigint {
  if (gross <= 0n) return 0n
  const whole = (gross * points) / 10_000n
  const rest = gross * points - whole * 10_000n
  return rest * 2n >= 10_000n ? whole + 1n : whole
}

describe('the fee', () => {
  it('matches exact fractions, rounded half up, for any gross and rate', () => {
    fc.assert(
      fc.property(minor, basisPoints, (gross, points) => {
        expect(BigInt(feeOf(gross, points))).toBe(oracleFee(BigInt(gross), BigInt(points)))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    [10_000, 275, 275],
    [2_900, 250, 73],
    [2_900, 249, 72],
    [1, 5_000, 1],
    [1, 4_999, 0],
    [3, 5_000, 2],
    [2 ** 31 + 1, 1, 214_748],
    [2 ** 40, 333, 36_613_737_205],
    [Number.MAX_SAFE_INTEGER, 10_000, Number.MAX_SAFE_INTEGER],
    [0, 275, 0],
    [-10_000, 275, 0],
    [-1, 10_000, 0],
  ])('of %d at %d basis points is %d', (gross, points, fee) => expect(feeOf(gross, points)).toBe(fee))

  it('§G34 §0020 is zero at 0 %, everything at 100 %, and never more than the gross', () => {
    fc.assert(
      fc.property(minor, basisPoints, (gross, points) => {
        expect(feeOf(gross, 0)).toBe(0)
        expect(feeOf(gross, 10_000)).toBe(Math.max(gross, 0))
        const fee = feeOf(gross, points)
        expect(fee >= 0 && fee <= Math.max(gross, 0)).toBe(true)
      }),
    )
  })
})

describe('the net', () => {
  it('§G34 is gross less fee plus adjustments, exactly', () => {
    fc.assert(
      fc.property(minor, basisPoints, minor, (gross, points, adjustments) => {
        const amounts = amountsOf(gross, points, adjustments)
        const fee = oracleFee(BigInt(gross), BigInt(points))
        expect(BigInt(amounts.net)).toBe(BigInt(gross) - fee + BigInt(adjustments))
        expect(amounts).toMatchObject({ gross, adjustments, fee: Number(fee) })
      }),
      { numRuns: 1_000 },
    )
  })

  it('is never rounded: sums beyond 2^53 throw', () => {
    expect(() => amountsOf(Number.MAX_SAFE_INTEGER, 0, 1)).toThrow(RangeError)
    expect(() => exactly('9007199254740992')).toThrow('9007199254740992 is too large.')
    expect(() => sumOf([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError)
    expect(exactly('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER)
    expect(exactly(null)).toBe(0)
    expect(sumOf([2 ** 31, 2 ** 31, -1])).toBe(2 ** 32 - 1)
  })
})

describe('the preview', () => {
  const nothing: PreviewDetails = { own: [], late: [], waiting: [] }
  const sum = (merchantId: string, amount: number | string, count: number, currency = 'usd') => ({
    merchantId,
    currency,
    amount,
    count,
  })

  it('adds late charges and waiting adjustments', () => {
    const details = { ...nothing, own: [sum('a', 7_500, 3)], late: [sum('a', 500, 2)], waiting: [sum('a', -300, 1)] }
    expect(previewOf(details, 1_000)).toEqual([
      {
        merchantId: 'a',
        currency: 'usd',
        gross: 8_000,
        fee: 800,
        adjustments: -300,
        net: 6_900,
        renewalCount: 5,
        lateCount: 2,
      },
    ])
  })

  it('§G34 has one row per currency for a merchant with only late charges or only adjustments', () => {
    const details = {
      ...nothing,
      own: [sum('free', 0, 1)],
      late: [sum('late', 900, 1)],
      waiting: [sum('owing', -900, 1), sum('owing', 900, 2, 'eur')],
    }
    const rows = previewOf(details, 0).map(({ merchantId, currency, net }) => [merchantId, currency, net])
    expect(rows).toEqual([
      ['free', 'usd', 0],
      ['late', 'usd', 900],
      ['owing', 'usd', -900],
      ['owing', 'eur', 900],
    ])
  })
})
