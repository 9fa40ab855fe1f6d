import { insertPasskey, signedByPasskey, SoftwareAuthenticator } from '@quaff/features/sign-in/testing/passkey-factory'
import { insertSecondStep } from '@quaff/features/sign-in/testing/second-factor-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import type { Services } from '@quaff/platform/server'
import { everybody, signedIn, strangers, type Endpoint } from '../endpoint'
import { newAddress } from '../target-rows'

const signedOut = strangers('UNAUTHORIZED')
const ownOnly = { ...signedOut, ...signedIn('ok') } as const
const notTheirs = { ...signedOut, ...signedIn('NOT_FOUND') } as const
const refused = { ...signedOut, ...signedIn('BAD_REQUEST') } as const

/** A foreign one: the caller names no owner, and there is none for a missing one either. */
const nobodysPasskey = (rest: object) => async (services: Services) => {
  const { id } = await insertUser(services, {})
  return { passkeyId: (await insertPasskey(services, id)).id, ...rest }
}

/** The caller's own sessions, second factor, passkeys and address: no input names another user. */
export const securityEndpoints: Record<string, Endpoint> = {
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
  /** The actors have no pending key to confirm, and no authenticator app. */
  'signIn.confirmSecondFactor': {
    input: () => ({ code: '123456' }),
    expected: { ...signedOut, ...signedIn('CONFLICT') },
  },
  'signIn.turnOffSecondFactor': { input: () => ({ code: '123456' }), expected: refused },
  'signIn.renewRecoveryCodes': { input: () => ({ code: '123456' }), expected: refused },
  /** Called before anyone is signed in. */
  'signIn.singleSignOn': { input: () => ({}), expected: everybody('ok') },
  /** No actor has a linked identity. */
  'signIn.unlinkSingleSignOn': { input: () => ({}), expected: { ...signedOut, ...signedIn('CONFLICT') } },
  'signIn.requestEmailChange': { input: (services) => ({ newEmail: newAddress(services) }), expected: ownOnly },
  'signIn.confirmEmailChange': { input: () => ({ code: '123456' }), expected: refused },
  'signIn.passkeys': { input: () => ({}), expected: { ...signedOut, ...signedIn('empty') } },
  'signIn.beginPasskey': { input: () => ({}), expected: ownOnly },
  /** No actor has started it. */
  'signIn.addPasskey': {
    input(services) {
      const challenge = services.secrets.newToken()
      return { challenge, credential: new SoftwareAuthenticator('usr_anybody').create(challenge) }
    },
    expected: refused,
  },
  'signIn.renamePasskey': { input: nobodysPasskey({ name: 'Blue phone' }), expected: notTheirs },
  'signIn.removePasskey': { input: nobodysPasskey({}), expected: notTheirs },
  'signIn.beginPasskeyReauthentication': { input: () => ({}), expected: ownOnly },
  'signIn.beginPasskeySignIn': { input: () => ({}), expected: everybody('ok') },
  'signIn.withPasskey': {
    async input(services) {
      const { id } = await insertUser(services, { role: 'quaff_admin' })
      return signedByPasskey(services, (await insertPasskey(services, id)).authenticator)
    },
    expected: everybody('ok'),
  },
}
