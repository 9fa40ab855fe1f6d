import { insertSecondStep } from '@quaff/features/sign-in/testing/second-factor-factory'
import { everybody, signedIn, strangers, type Door } from '../door'
import { newAddress } from '../target-rows'

const signedOut = strangers('UNAUTHORIZED')
const ownOnly = { ...signedOut, ...signedIn('ok') } as const
const refused = { ...signedOut, ...signedIn('BAD_REQUEST') } as const

/** One's own sessions, second factor and address: nobody names another person here. */
export const securityDoors: Record<string, Door> = {
  'sessions.list': { input: () => ({}), expected: ownOnly },
  'sessions.end': { input: () => ({ sessionId: 'ses_nowhere' }), expected: { ...signedOut, ...signedIn('NOT_FOUND') } },
  'sessions.endOthers': { input: () => ({}), expected: ownOnly },
  'signIn.completeSecondStep': {
    async input(services) {
      const { challenge, code } = await insertSecondStep(services)
      return { challenge, code }
    },
    expected: everybody('ok'),
  },
  'signIn.secondFactor': { input: () => ({}), expected: ownOnly },
  'signIn.beginSecondFactor': { input: () => ({}), expected: ownOnly },
  /** They have no key to confirm, and no app to ask for a code. */
  'signIn.confirmSecondFactor': {
    input: () => ({ code: '123456' }),
    expected: { ...signedOut, ...signedIn('CONFLICT') },
  },
  'signIn.turnOffSecondFactor': { input: () => ({ code: '123456' }), expected: refused },
  'signIn.renewRecoveryCodes': { input: () => ({ code: '123456' }), expected: refused },
  /** The sign-in page asks before anybody is known. */
  'signIn.singleSignOn': { input: () => ({}), expected: everybody('ok') },
  /** Nobody of them is linked. */
  'signIn.unlinkSingleSignOn': { input: () => ({}), expected: { ...signedOut, ...signedIn('CONFLICT') } },
  'signIn.requestEmailChange': { input: (services) => ({ newEmail: newAddress(services) }), expected: ownOnly },
  'signIn.confirmEmailChange': { input: () => ({ code: '123456' }), expected: refused },
}
