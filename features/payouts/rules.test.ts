import { describe, expect, it } from 'vitest'
import { bankProblemOf } from './rules'

describe('what stands against paying out', () => {
  it.each([
    [null, 'No bank account on file'],
    [{ hasAccountNumber: false, routingNumber: '021000021' }, 'Account number is missing'],
    [{ hasAccountNumber: false, routingNumber: '' }, 'Account number is missing'],
    [{ hasAccountNumber: true, routingNumber: '' }, 'Routing number is missing'],
    [{ hasAccountNumber: true, routingNumber: ' ' }, 'Routing number is missing'],
    [{ hasAccountNumber: true, routingNumber: '021000021' }, null],
  ])('of %j is %j', (bank, problem) => expect(bankProblemOf(bank)).toBe(problem))
})
