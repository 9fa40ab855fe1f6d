import { describe, expect, it } from 'vitest'
import { currencyDigits, decimalText } from './decimals'

describe('the decimals of a currency', () => {
  it('are those of ISO 4217, not the engine’s', () => {
    const digitsOf = (codes: string) => new Set(codes.split(' ').map(currencyDigits))
    expect(digitsOf('afn all cop huf idr irr kpw lak lbp mga mmk pkr sos syp yer twd usd')).toEqual(new Set([2]))
    expect(digitsOf('bif clp djf gnf isk JPY kmf krw pyg rwf ugx vnd vuv xaf xof xpf')).toEqual(new Set([0]))
    expect(digitsOf('bhd iqd jod KWD lyd omr tnd')).toEqual(new Set([3]))
    expect(digitsOf('xyz gibberish constructor')).toEqual(new Set([2]))
  })
})

describe('an amount as digits', () => {
  it.each([
    [0, 'usd', '0.00'],
    [5, 'usd', '0.05'],
    [-5, 'usd', '-0.05'],
    [123_456, 'usd', '1234.56'],
    [-1, 'jpy', '-1'],
    [1_200, 'jpy', '1200'],
    [1_250, 'kwd', '1.250'],
    [7, 'kwd', '0.007'],
    [9_007_199_254_740_991, 'usd', '90071992547409.91'],
    [-9_007_199_254_740_991, 'kwd', '-9007199254740.991'],
    [12.5, 'usd', '0.13'],
    [100, 'not a code', '1.00'],
    [100, 'xq', '1.00'],
  ])('%d of %s is %s', (minor, currency, text) => {
    expect(decimalText(minor, currency)).toBe(text)
  })

  it('adds up exactly', () => {
    const amounts = [0.1, 0.2, -0.3, 1e13].map((units) => Math.round(units * 100))
    const sum = amounts.map((minor) => BigInt(decimalText(minor, 'usd').replace('.', ''))).reduce((a, b) => a + b, 0n)
    expect(sum).toBe(1_000_000_000_000_000n)
  })
})
