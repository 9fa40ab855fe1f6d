import { describe, expect, it } from 'vitest'
import { monthlyAmountMinor } from '@quaff/features/subscriptions/rules'
import { estimateMonth, estimateRanges, estimateStart, weeksPerMonth, workedExamples } from './estimate-rules'

describe('the estimate of a month', () => {
  it('is the one of the example: 60 holders at $29, 4 drinks a week at $0.90', () => {
    const month = estimateMonth(estimateStart)
    expect(month.salesMinor).toBe(174_000)
    expect(month.drinks).toBeCloseTo(1_039.92, 6)
    expect(Math.round(month.costsMinor / 100)).toBe(936)
    expect(Math.round(month.leftMinor / 100)).toBe(804)
    expect(Math.round(month.perDrinkMinor)).toBe(167)
  })

  it('turns weeks into months by the factor of the console', () => {
    expect(Math.round(1_000 * weeksPerMonth)).toBe(monthlyAmountMinor({ amountMinor: 1_000, interval: 'week' }))
  })

  it('says a loss as a loss, and fills the glass with costs no higher than its brim', () => {
    const month = estimateMonth({ passHolders: 10, priceMinor: 1_000, drinksPerWeek: 7, costMinor: 400 })
    expect(month.leftMinor).toBeLessThan(0)
    expect(month.costShare).toBe(1)
  })

  it('has the worked examples of the table', () => {
    const rows = workedExamples.map((details) => {
      const { salesMinor, drinks, costsMinor, leftMinor } = estimateMonth(details)
      return [salesMinor / 100, Math.round(drinks), Math.round(costsMinor / 100), Math.round(leftMinor / 100)]
    })
    expect(rows).toEqual([
      [725, 433, 390, 335],
      [1_740, 1_040, 936, 804],
      [3_480, 2_080, 1_872, 1_608],
    ])
  })

  it('starts inside the ranges, on a step of each', () => {
    for (const [name, { min, max, step }] of Object.entries(estimateRanges)) {
      const start = Object.entries(estimateStart).find(([key]) => key === name)?.[1] ?? Number.NaN
      expect(start).toBeGreaterThanOrEqual(min)
      expect(start).toBeLessThanOrEqual(max)
      expect((start - min) % step).toBe(0)
    }
  })
})
