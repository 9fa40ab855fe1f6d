import { ORPCError } from '@orpc/client'
import { expect, it } from 'vitest'
import { endsAll, errorText, verbErrorText } from './error-text'

const refused = new ORPCError('CONFLICT', { message: 'This address is taken.' })
const signedOut = new ORPCError('UNAUTHORIZED', { message: 'Sign in to go on.' })
const offline = new TypeError('fetch failed')

it('says a refusal in the words of the server, and a failed connection in its own', () => {
  const unreachable = 'The server could not be reached. Nothing was changed. Try again.'
  expect([refused, signedOut, offline].map((error) => errorText(error))).toEqual([
    'This address is taken.',
    'Sign in to go on.',
    unreachable,
  ])
  expect(errorText(offline, 'It could not be saved.')).toBe('It could not be saved.')
})

it('tells of a verb that somebody is signed out as specified', () => {
  expect([refused, signedOut, offline].map((error) => verbErrorText(error, 'It could not be saved.'))).toEqual([
    'This address is taken.',
    'Not authenticated',
    'It could not be saved.',
  ])
})

it('goes on with the others after a refusal only', () => {
  expect([refused, signedOut, offline].map(endsAll)).toEqual([false, true, true])
})
