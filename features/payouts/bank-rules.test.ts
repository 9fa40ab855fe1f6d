import { describe, expect, it } from 'vitest'
import { bankProblemOf } from './bank-rules'

describe('the bank problem', () => {
  it.each([
    [null, 'No bank account on file'],
    [{ hasAccountNumber: false, numberOpens: false, routingNumber: '021000021' }, 'Account number is missing'],
    [{ hasAccountNumber: false, numberOpens: false, routingNumber: '' }, 'Account number is missing'],
    [{ hasAccountNumber: true, numberOpens: false, routingNumber: '021000021' }, 'Re-enter the account number'],
    [{ hasAccountNumber: true, numberOpens: true, routingNumber: '' }, 'Routing number is missing'],
    [{ hasAccountNumber: true, numberOpens: true, routingNumber: ' ' }, 'Routing number is missing'],
    [{ hasAccountNumber: true, numberOpens: true, routingNumber: '021000021' }, null],
  ])('of %j is %j', (bank, problem) => expect(bankProblemOf(bank)).toBe(problem))
})
