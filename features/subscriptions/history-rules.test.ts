import { describe, expect, it } from 'vitest'
import { historyFromDetails, isPriced } from './history-rules'

const createdAt = new Date('2026-01-01T00:00:00Z')
const updatedAt = new Date('2026-02-01T00:00:00Z')
const details = { status: 'active', endsAt: null as Date | null, createdAt, updatedAt }
const kinds = (change: Partial<typeof details>) =>
  historyFromDetails({ ...details, ...change }).map(({ kind, at }) => [kind, at])

describe('history derived from the subscription', () => {
  it('has the start', () => {
    expect(kinds({})).toEqual([['started', createdAt]])
  })
  it('has the end at the last change, even if an end was scheduled before', () => {
    const ended = [
      ['canceled', updatedAt],
      ['started', createdAt],
    ]
    expect(kinds({ status: 'canceled' })).toEqual(ended)
    expect(kinds({ status: 'canceled', endsAt: createdAt })).toEqual(ended)
  })
  it('has the scheduled end', () => {
    expect(kinds({ endsAt: createdAt })).toEqual([
      ['cancel_scheduled', updatedAt],
      ['started', createdAt],
    ])
  })
})

describe('a price', () => {
  it('is recorded if the subscription or its details have an amount, including 0', () => {
    expect(isPriced({ amountMinor: 0 })).toBe(true)
    expect(isPriced({ amountMinor: null, priceDetails: { amount: 900 } })).toBe(true)
  })
  it('is not recorded if neither has one', () => {
    expect(isPriced({})).toBe(false)
    expect(isPriced({ amountMinor: null, priceDetails: { currency: 'eur' } })).toBe(false)
  })
})
