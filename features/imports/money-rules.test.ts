import { describe, expect, it } from 'vitest'
import type { DocumentMap } from '@quaff/platform/shared/documents/document-values'
import { inMinorUnits, moneyLines } from './money-rules'
import type { MoneyAnswers } from './report-contract'

const priceOf = (data: DocumentMap, answers: MoneyAnswers) =>
  inMinorUnits('prices', { path: 'merchants/m1/subscriptionPlans/p1/prices/c1', data }, answers)
const passOf = (data: DocumentMap, answers: MoneyAnswers) =>
  inMinorUnits('subscriptions', { path: 'users/u1/subscriptions/s1', data }, answers).document.data

describe('§7 amounts in whole units', () => {
  it.each([
    [29.99, 'usd', 2_999],
    [29, 'usd', 2_900],
    [0.1, 'eur', 10],
    [1.15, 'EUR', 115],
    [4.35, 'usd', 435],
    [1_000_000.07, 'usd', 100_000_007],
    [0, 'usd', 0],
    [500, 'jpy', 500],
    [1.25, 'kwd', 1_250],
    [-5, 'usd', -500],
  ])('converts %d %s to %d minor units', (amount, currency, minor) => {
    const { document, converted } = priceOf({ amount, currency }, { amounts: 'units' })
    expect([document.data['amount'], converted]).toEqual([minor, 1])
  })

  it.each([
    [29.999, 'usd'],
    [0.5, 'jpy'],
    ['29.99', 'usd'],
    [{ $double: 'NaN' }, 'usd'],
    [29.99, 'dollars'],
  ])('keeps %j %s if it is not a whole number of minor units or has no known unit', (amount, currency) => {
    const { document } = priceOf({ amount, currency }, { amounts: 'units' })
    expect(document.data['amount']).toEqual(amount)
  })

  it('converts a subscription and its nested price by the currency of either', () => {
    const details = { amount: 9.5, currency: 'kwd' }
    expect(passOf({ amount: 1.25, priceDetails: details }, { amounts: 'units', currency: 'chf' })).toEqual({
      amount: 1_250,
      priceDetails: { amount: 9_500, currency: 'kwd' },
    })
  })

  it('changes nothing without this answer or in documents of other kinds', () => {
    for (const amounts of ['cents', null] as const)
      expect(priceOf({ amount: 29.99, currency: 'usd' }, { amounts }).document.data['amount']).toBe(29.99)
    const plan = { path: 'merchants/m1/subscriptionPlans/p1', data: { amount: 29.99 } }
    expect(inMinorUnits('plans', plan, { amounts: 'units', currency: 'chf' })).toEqual({
      document: plan,
      read: 0,
      converted: 0,
      withoutCurrency: 0,
    })
  })
})

describe('§7 an amount without a currency', () => {
  it('gets the answered currency, but only with an amount and an answer', () => {
    expect(priceOf({ amount: 2_900 }, { currency: 'chf' })).toMatchObject({
      document: { data: { amount: 2_900, currency: 'chf' } },
      withoutCurrency: 1,
    })
    expect(priceOf({ amount: 2_900 }, {})).toMatchObject({ document: { data: { amount: 2_900 } }, withoutCurrency: 1 })
    expect(priceOf({ amount: 2_900, currency: 'eur' }, { currency: 'chf' }).document.data['currency']).toBe('eur')
    expect(passOf({ status: 'active' }, { currency: 'chf' })).toEqual({ status: 'active', currency: 'chf' })
  })
})

it('§7 reports answers that were given and answers that are missing', () => {
  const none = { amounts: null, currency: null, read: 3, converted: 0, withoutCurrency: 0 }
  expect(moneyLines(none, 0)).toEqual([])
  expect(moneyLines({ ...none, withoutCurrency: 1 }, 2)).toEqual([
    '1 document without a currency, read as USD.',
    'If that’s wrong, set the currency: --currency chf, or Options in the upload.',
    'If 29.99 really is a price, use --amounts units, or Options in the upload.',
  ])
  expect(moneyLines({ ...none, amounts: 'units', currency: 'chf', converted: 1_200, withoutCurrency: 2 }, 2)).toEqual([
    'Amounts of 1,200 documents converted from whole units to the smallest unit.',
    '2 documents without a currency, read as CHF.',
  ])
})
