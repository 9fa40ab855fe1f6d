import { describe, expect, it } from 'vitest'
import { planChangesSchema } from './contract'

const errorOf = (changes: unknown) => planChangesSchema.safeParse(changes).error?.issues[0]?.message ?? null
const price = { amountMinor: 0, currency: 'usd', interval: 'month', intervalCount: 1, active: true }

describe('what a plan takes', () => {
  it.each([
    ['a drink', { allowance: { drinks: 1, per: 'day' } }],
    ['a thousand drinks', { allowance: { drinks: 1_000, per: 'month' } }],
    ['a price of nothing', { prices: [price] }],
    ['the largest price', { prices: [{ ...price, amountMinor: 1_000_000_000, intervalCount: 36 }] }],
    ['twenty prices', { prices: Array.from({ length: 20 }, () => price) }],
    ['fifty items', { eligibleItems: Array.from({ length: 50 }, () => 'x'.repeat(80)) }],
    ['a night', { timeWindow: { days: ['fri'], from: '22:00', to: '02:00' } }],
  ])('%s', (_, changes) => {
    expect(errorOf(changes)).toBeNull()
  })

  it.each([
    ['no drink', { allowance: { drinks: 0, per: 'day' } }, 'Enter 1 to 1,000 drinks, or leave blank for unlimited'],
    [
      'half a drink',
      { allowance: { drinks: 1.5, per: 'day' } },
      'Enter 1 to 1,000 drinks, or leave blank for unlimited',
    ],
    [
      'more than that',
      { allowance: { drinks: 1_001, per: 'day' } },
      'Enter 1 to 1,000 drinks, or leave blank for unlimited',
    ],
    ['less than nothing', { prices: [{ ...price, amountMinor: -1 }] }, 'Enter an amount of 0 or more'],
    ['a price without end', { prices: [{ ...price, amountMinor: 1_000_000_001 }] }, expect.any(String)],
    ['a currency that is none', { prices: [{ ...price, currency: 'xxx' }] }, 'Choose a currency'],
    ['every 37 months', { prices: [{ ...price, intervalCount: 37 }] }, '1 to 36'],
    ['21 prices', { prices: Array.from({ length: 21 }, () => price) }, expect.any(String)],
    ['51 items', { eligibleItems: Array.from({ length: 51 }, () => 'x') }, expect.any(String)],
    ['no day', { timeWindow: { days: [], from: '06:00', to: '11:00' } }, 'Choose at least one day'],
    ['a clock that is none', { timeWindow: { days: ['mon'], from: '24:00', to: '11:00' } }, 'Enter a time as 06:00'],
    ['no name', { name: ' ' }, 'Enter a name'],
    ['a field of another user', { monthlyRevenue: 1 }, expect.any(String)],
  ])('not %s', (_, changes, message) => {
    expect(errorOf(changes)).toEqual(message)
  })
})
