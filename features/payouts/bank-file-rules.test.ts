import { describe, expect, it } from 'vitest'
import { formatsFor, nextBankDay, plainLatin, unfitReason } from './bank-file-rules'

describe('bank file rules', () => {
  it('offer each bank format only for its own currency', () => {
    expect([formatsFor('usd'), formatsFor('eur'), formatsFor('gbp')]).toEqual([
      ['csv', 'nacha'],
      ['csv', 'pain001'],
      ['csv'],
    ])
  })

  it.each([
    ['Größe & Søn’s “Łódź”', "Grosse + Son's Lodz"],
    ['Ænima_Œuvre – Þór', 'AEnima-OEuvre - Thor'],
    ['قهوة', ''],
  ])('spell %s in plain Latin', (name, plain) => expect(plainLatin(name)).toBe(plain))

  it.each([
    ['2026-03-12', '2026-03-13'],
    ['2026-03-13', '2026-03-16'],
    ['2026-03-14', '2026-03-16'],
    ['2026-12-31', '2027-01-01'],
  ])('pay on the bank day after %s', (day, next) => expect(nextBankDay(day)).toBe(next))

  it('leave out an amount that is too large for the format', () => {
    const us = { routingNumber: '021000021', accountNumber: '1234' }
    expect(unfitReason('nacha', { ...us, netMinor: 9_999_999_999 })).toBeNull()
    expect(unfitReason('nacha', { ...us, netMinor: 10_000_000_000 })).toMatch(/too large/)
    expect(unfitReason('csv', { ...us, netMinor: 10_000_000_000 })).toBeNull()
  })
})
