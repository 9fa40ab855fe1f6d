import { describe, expect, it } from 'vitest'
import { payoutHref, recordHref } from './problem-rules'

describe('the link of a problem', () => {
  it('§0044 is the payout that pays a period a second time', () => {
    const fault = 'charged_twice'
    expect(payoutHref({ fault, shown: 'USD 29.00, in payout pay_01k5' })).toBe('/payouts?id=pay_01k5')
    expect(payoutHref({ fault, shown: 'USD 29.00, not in a payout yet' })).toBeNull()
    expect(payoutHref({ fault: 'fraction', shown: 'x, in payout pay_01k5' })).toBeNull()
  })

  it('is otherwise the record, if its kind has a page', () => {
    expect(recordHref('users', 'a b')).toBe('/users?id=a%20b')
    expect(recordHref('subscriptions', 's1')).toBe('/subscriptions?id=s1')
    expect(recordHref('redemptions', 'r1')).toBeNull()
  })
})
