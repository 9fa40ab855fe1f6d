import { describe, expect, it } from 'vitest'
import {
  counted,
  formatAverage,
  formatCount,
  formatMoney,
  formatMoneyChange,
  formatMoneyShort,
  formatPercent,
  formatShareCell,
  isNoChange,
} from './formats'

describe('formatMoney', () => {
  it.each([
    [2900, 'usd', 29],
    [1200, 'JPY', 1200],
    [1234, 'KWD', 1.234],
  ])('reads %i of %s in its own smallest unit', (amountMinor, currency, amount) => {
    const expected = new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount)
    expect(formatMoney(amountMinor, currency)).toBe(expected)
  })

  it('shows nothing with a minus as nothing', () => {
    expect(formatMoney(-0, 'usd')).toBe(formatMoney(0, 'usd'))
    expect(formatMoney(-0, 'no money')).toBe('0.00 NO MONEY')
  })

  it('still shows a figure in a currency it does not know', () => {
    expect(formatMoney(2900, 'no money')).toBe('29.00 NO MONEY')
    expect(formatMoneyShort(2_000_000, 'no money')).toBe('20K NO MONEY')
  })

  it('says by its sign whether it came or went, and is short at an axis', () => {
    expect([1200, 0, -300].map((amount) => formatMoneyChange(amount, 'usd'))).toEqual(['+$12.00', '$0.00', '−$3.00'])
    expect([2_000_000, -50_000, 0].map((amount) => formatMoneyShort(amount, 'usd'))).toEqual(['$20K', '−$500', '$0'])
  })
})

describe('figures', () => {
  it('below zero have a minus, no hyphen', () => {
    expect([formatCount(-1204), formatAverage(-1.25), formatPercent(-7.8), formatMoney(-1, 'usd')].join(' ')).toBe(
      '−1,204 −1.3 −7.8% −$0.01',
    )
  })

  it('that round to nothing have no sign', () => {
    expect([formatAverage(-0.04), formatPercent(-0.04)]).toEqual(['0', '0%'])
    expect([0.04, -0.04, 0.06].map(isNoChange)).toEqual([true, true, false])
  })

  it('align at their decimal points', () => {
    expect([1, 0.96, 0.775].map(formatShareCell)).toEqual(['100.0%', '96.0%', '77.5%'])
  })

  it('agree with their noun', () => {
    expect([counted(1, 'drink'), counted(1204, 'drink'), counted(0, 'pass', 'passes')]).toEqual([
      '1 drink',
      '1,204 drinks',
      '0 passes',
    ])
  })
})
