import { describe, expect, it } from 'vitest'
import { blockerOf, currentStep, inRunOrder, pendingFiles, stepOf, totalsOf } from './run-rules'
import { buildRunRow as row } from './testing/payout-row-factory'

const bankProblem = 'No bank account on file'

describe('the next step of a payout', () => {
  it.each([
    ['a draft is approved', row(), 'approve', undefined],
    ['a draft without a bank account is approved too', row({ bankProblem }), 'approve', 'bank'],
    ['a draft of 0 is approved', row({ net: 0, bankProblem }), 'approve', undefined],
    ['a draft below zero is blocked', row({ net: -1 }), undefined, 'negative'],
    ['an approved payout is paid', row({ status: 'approved' }), 'pay', undefined],
    [
      'an approved payout without a bank account is left out',
      row({ status: 'approved', bankProblem }),
      undefined,
      'bank',
    ],
    ['an approved payout of 0 must be closed', row({ status: 'approved', net: 0 }), undefined, 'zero'],
    ['a sent payout is confirmed', row({ status: 'sent' }), 'confirm', undefined],
    ['a returned payout is retried first', row({ status: 'failed', bankProblem }), undefined, 'returned'],
    ['a confirmed payout needs nothing', row({ status: 'confirmed' }), undefined, undefined],
  ] as const)('%s', (_, payout, step, blocker) => {
    expect([stepOf(payout), blockerOf(payout)]).toEqual([step, blocker])
  })
})

describe('the step of a run', () => {
  it.each([
    ['generate without payouts', [], 'generate'],
    ['approve while a draft can be approved', [row(), row({ status: 'sent' })], 'approve'],
    ['pay although a draft is blocked', [row({ net: -1 }), row({ status: 'approved' })], 'pay'],
    ['confirm although payments were returned', [row({ status: 'failed' }), row({ status: 'sent' })], 'confirm'],
    ['approve if only a blocked draft is left', [row({ net: -1 }), row({ status: 'confirmed' })], 'approve'],
    ['pay if only a returned payment is left', [row({ status: 'failed' }), row({ status: 'confirmed' })], 'pay'],
    ['confirm once all are confirmed', [row({ status: 'confirmed' })], 'confirm'],
  ] as const)('is %s', (_, rows, step) => {
    expect(currentStep(rows)).toBe(step)
  })
})

it('sums each currency alone, USD first', () => {
  const rows = [
    row({ currency: 'eur', gross: 10, fee: 1, net: 9 }),
    row({ gross: 5, fee: 2, adjustments: -1, net: 2 }),
    row({ gross: 1, fee: 0, net: 1 }),
  ]
  expect(totalsOf(rows)).toEqual([
    { currency: 'usd', count: 2, gross: 6, fee: 2, adjustments: -1, net: 3 },
    { currency: 'eur', count: 1, gross: 10, fee: 1, adjustments: 0, net: 9 },
  ])
})

it('expects in the next bank file only approved payouts with an account that no file contains', () => {
  const rows = [
    row({ status: 'approved', net: 7 }),
    row({ status: 'approved', net: 1, exportedAt: new Date() }),
    row({ status: 'approved', net: 2, bankProblem }),
    row({ net: 3 }),
    row({ status: 'approved', net: 4, currency: 'eur' }),
  ]
  expect(pendingFiles(rows).map(({ currency, count, net }) => [currency, count, net])).toEqual([
    ['usd', 1, 7],
    ['eur', 1, 4],
  ])
})

it('lists blocked payouts first, then adjusted ones, each by name', () => {
  const line = { kind: 'refund', count: 1, amount: -5 } as const
  const rows = [
    row({ merchantName: 'Beta' }),
    row({ merchantName: 'Zeta', net: -1 }),
    row({ merchantName: 'Alpha' }),
    row({ merchantName: 'Gamma', lines: [line] }),
  ]
  expect(inRunOrder(rows).map(({ merchantName }) => merchantName)).toEqual(['Zeta', 'Gamma', 'Alpha', 'Beta'])
})
