import { expect, it } from 'vitest'
import { mailboxOf } from './email-verification-rules'

it('knows the mailbox behind an address with tags', () => {
  for (const email of ['ana@venue.test', 'ana+two@venue.test', 'ana+two+three@venue.test', 'ana+@venue.test'])
    expect(mailboxOf(email)).toBe('ana@venue.test')
  expect(mailboxOf('ana@other+venue.test')).toBe('ana@other+venue.test')
})
