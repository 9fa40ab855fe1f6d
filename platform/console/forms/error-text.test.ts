import { ORPCError } from '@orpc/client'
import { expect, it } from 'vitest'
import { checkFirstText, checkSentText, endsAll, errorText, isUnconfirmedText, verbErrorText } from './error-text'

const refused = new ORPCError('CONFLICT', { message: 'This address is taken.' })
const signedOut = new ORPCError('UNAUTHORIZED', { message: 'Sign in to go on.' })
const offline = new TypeError('fetch failed')

const error = new ORPCError('INTERNAL_SERVER_ERROR', { message: 'Our side.', data: { reason: 'UNEXPECTED' } })
const proxy = new ORPCError('BAD_GATEWAY')
const commit = new ORPCError('SERVICE_UNAVAILABLE', { message: 'Lost.', data: { reason: 'UNCONFIRMED' } })
const all = [refused, signedOut, error, proxy, offline, commit]

it('uses the words of our server, and calls the outcome unknown where a proxy or nothing answered, or a commit was lost', () => {
  const unknown = 'We couldn’t confirm this was saved. Try again; it won’t be saved twice.'
  expect(all.map((error) => errorText(error))).toEqual([
    'This address is taken.',
    'Sign in to go on.',
    'Our side.',
    unknown,
    unknown,
    unknown,
  ])
  expect(errorText(offline, checkFirstText)).toBe(checkFirstText)
  expect(all.map((error) => isUnconfirmedText(errorText(error)))).toEqual([false, false, false, true, true, true])
})

it('shows the specified texts of a verb to a person who is signed out, and for a fault of the server', () => {
  expect(all.map((error) => verbErrorText(error, 'Failed to delete user', checkSentText))).toEqual([
    'This address is taken.',
    'Not authenticated',
    'Failed to delete user',
    checkSentText,
    checkSentText,
    checkSentText,
  ])
})

it('goes on with the others after a refusal only', () => {
  expect([refused, signedOut, offline].map(endsAll)).toEqual([false, true, true])
})
