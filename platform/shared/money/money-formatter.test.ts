import { afterEach, describe, expect, it, vi } from 'vitest'
import { currencyDigits, decimalText } from './decimals'
import { moneyFormatter } from './money-formatter'

const codes =
  'afn all bhd bif clp cop huf idr iqd irr isk jpy kpw kwd lak lbp mga mmk pkr sos syp twd ugx usd yer'.split(' ')

const { NumberFormat } = Intl
/** Simulates an engine with other decimals for every currency. */
function simulateEngine(digits: number): void {
  class OtherFormat extends NumberFormat {
    constructor(locale?: Intl.LocalesArgument, options: Intl.NumberFormatOptions = {}) {
      const own = options.style === 'currency' ? { minimumFractionDigits: digits, maximumFractionDigits: digits } : {}
      super(locale, { ...own, ...options })
    }
  }
  vi.stubGlobal('Intl', Object.assign(Object.create(Intl), { NumberFormat: OtherFormat }))
}
const read = () => codes.map((code) => `${moneyFormatter('en')(1_234_500, code)} ${decimalText(1_234_500, code)}`)

describe('an amount in words', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it.each([0, 2, 3])('is the same in an engine with %i decimals', (digits) => {
    const before = read()
    simulateEngine(digits)
    expect(new Intl.NumberFormat('en', { style: 'currency', currency: 'huf' }).format(1)).toMatch(
      digits === 0 ? /1$/ : new RegExp(`1\\.0{${digits}}$`),
    )
    expect(read()).toEqual(before)
  })

  it('has the decimals of the table for every code', () => {
    for (const code of codes) {
      const [, decimals = ''] = moneyFormatter('en')(1_234_500, code).split('.')
      expect(`${code} ${decimals.length}`).toBe(`${code} ${currencyDigits(code)}`)
    }
  })

  it('puts a code that engines reject after the number', () => {
    expect(moneyFormatter('en')(123_456, 'gibberish')).toBe('1,234.56 GIBBERISH')
    expect(moneyFormatter('en', { trailingZeroDisplay: 'stripIfInteger' })(-100, 'x1')).toBe('-1 X1')
  })
})
