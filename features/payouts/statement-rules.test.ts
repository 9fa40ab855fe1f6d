import { describe, expect, it } from 'vitest'
import { byCurrency, statementNumber, stepsOf, type StepDetails } from './statement-rules'

describe('the head of a statement', () => {
  it('has a number that identifies one payout and sorts by month', () => {
    const payout = { id: 'pay_01j9xk4f9a2c', period: '2026-10', currency: 'usd' }
    expect(statementNumber(payout)).toBe('2026-10-USD-4F9A2C')
    expect(statementNumber({ ...payout, currency: 'eur' })).not.toBe(statementNumber(payout))
  })
})

it('§G2 dollars come first, then the other currencies by code', () => {
  const sorted = ['jpy', 'usd', 'eur', 'usd'].map((currency) => ({ currency })).toSorted(byCurrency)
  expect(sorted.map(({ currency }) => currency)).toEqual(['usd', 'usd', 'eur', 'jpy'])
})

describe('the steps of a payout', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 2, day))
  const generated: StepDetails = {
    status: 'draft',
    generatedAt: at(1),
    generatedBy: 'usr_a',
    approvedAt: null,
    approvedBy: null,
    sentAt: null,
    sentBy: null,
    settledAt: null,
    settledBy: null,
    failureReason: null,
  }
  const sent: StepDetails = {
    ...generated,
    status: 'sent',
    approvedAt: at(2),
    approvedBy: 'usr_b',
    sentAt: at(3),
    sentBy: 'usr_a',
  }

  it('are the past steps, with their authors', () => {
    expect(stepsOf(generated)).toEqual([{ status: 'draft', at: at(1), byId: 'usr_a', reason: null }])
    expect(stepsOf(sent).map(({ status, byId }) => [status, byId])).toEqual([
      ['draft', 'usr_a'],
      ['approved', 'usr_b'],
      ['sent', 'usr_a'],
    ])
  })

  it.each([
    ['confirmed', null],
    ['failed', 'Account closed'],
  ] as const)('end with %s', (status, reason) => {
    const settled = { ...sent, status, settledAt: at(9), failureReason: status === 'failed' ? reason : null }
    expect(stepsOf(settled).at(-1)).toEqual({ status, at: at(9), byId: null, reason })
  })

  it('say that nothing was paid if nothing was sent, and list past attempts before the current one', () => {
    const settled = { ...generated, status: 'confirmed', approvedAt: at(2), settledAt: at(2) } as const
    const past = [{ status: 'failed', at: at(1), byId: null, reason: 'Account closed' }] as const
    expect(stepsOf(settled, past).map(({ status, reason }) => [status, reason])).toEqual([
      ['draft', null],
      ['failed', 'Account closed'],
      ['approved', null],
      ['confirmed', 'Nothing to pay'],
    ])
  })
})
