import { describe, expect, it } from 'vitest'
import { findMails } from './mails-rules'

describe('a search for a mail', () => {
  const mails = [
    { template: 'a', name: 'Waitlist invitation', receiver: 'Invited user' },
    { template: 'b', name: 'Payout statement', receiver: 'Merchant owners' },
  ]
  const found = (query: string) => findMails(mails, query).map(({ template }) => template)

  it('asks for every word, in the name or in who gets it', () => {
    expect(found('STATEMENT owners')).toEqual(['b'])
    expect(found('invit')).toEqual(['a'])
    expect(found('invitation owners')).toEqual([])
  })

  it('finds all without a word', () => {
    expect(found('  ')).toEqual(['a', 'b'])
  })
})
