import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { signInApi } from '../../console/sign-in-queries'
import type { Passkey, PasskeySignInInput, Use } from '../contract'

const deviceMessages: Partial<Record<WebAuthnError['code'], string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device already has a passkey for your account.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'This device can’t store passkeys. Use another device.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'Set up a fingerprint, face or PIN on this device, or use another device.',
}

/** Returns a user-facing reason why a device cannot do it; undefined for other errors. */
export const deviceText = (error: unknown): string | undefined =>
  error instanceof WebAuthnError ? deviceMessages[error.code] : undefined

export async function createPasskey(): Promise<Passkey> {
  const requested = await signInApi.beginPasskey.call({})
  const { id, rawId, response } = await startRegistration({ optionsJSON: requested })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return signInApi.addPasskey.call({
    challenge: requested.challenge,
    credential: { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } },
  })
}

/** `inField`: the browser offers them where the address is typed, instead of in a window. */
export async function answerWithPasskey(requested: Use, { inField = false } = {}): Promise<PasskeySignInInput> {
  const { id, rawId, response } = await startAuthentication({ optionsJSON: requested, useBrowserAutofill: inField })
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  return {
    challenge: requested.challenge,
    credential: {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    },
  }
}

export const offersInField = () => browserSupportsWebAuthnAutofill()
export const stopAsking = () => WebAuthnAbortService.cancelCeremony()
