import { describe, expect, it } from 'vitest'
import { currencyCodes } from '@quaff/platform/shared/money/currency-codes'
import { currencyDigits } from '@quaff/platform/shared/money/decimals'
import { minorOfStripe } from './billed-rules'

/** docs.stripe.com/currencies, "Zero-decimal", "Three-decimal" and "Special cases", as published on 2026-11-27. */
const published = {
  zero: 'bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '),
  three: 'bhd jod kwd omr tnd'.split(' '),
  /** Charged without decimals, but written with two. */
  twoAlways00: ['isk', 'ugx'],
  /** Zero decimals in payouts alone, which we do not read. */
  payouts: ['huf', 'twd'],
}

function digitsOfStripe(code: string): number {
  if (published.twoAlways00.includes(code)) return 2
  if (published.zero.includes(code)) return 0
  return published.three.includes(code) ? 3 : 2
}

describe('amounts of Stripe (docs.stripe.com/currencies)', () => {
  it.each(currencyCodes)('five of %s are five here', (code) => {
    expect(minorOfStripe(5 * 10 ** digitsOfStripe(code), code)).toBe(5 * 10 ** currencyDigits(code))
  })

  it('keep the decimals of forints and Taiwan dollars, and lose none of any currency', () => {
    for (const code of published.payouts) expect(minorOfStripe(1_234, code)).toBe(1_234)
    expect(minorOfStripe(1_234, 'KWD')).toBe(1_234)
    expect(minorOfStripe(50_050, 'isk')).toBe(500.5)
  })

  it('are free of the noise of binary fractions', () => {
    expect(minorOfStripe(0.07 * 100, 'usd')).toBe(7)
    expect(minorOfStripe(0.5, 'usd')).toBe(0.5)
  })
})
