import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

/** Loaded with the first passkey only: what checks attestations comes along and is large. */
const load = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: what authenticators have, whichever version of Node runs. */
const algorithms = [-8, -7, -257]

/** The site as authenticators know it. */
export type RelyingParty = { id: string; origin: string }

export type NewCredential = {
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
  isSynced: boolean
  /** Model of the authenticator; not attested. */
  aaguid: string
}
/** The browser's format. */
type KnownKey = { id: string; transports: string[] }
export type KnownCredential = { credentialId: string; publicKey: string }
type Sent<Answer> = Omit<Answer, 'clientExtensionResults'>

/** Options for a passkey that signs in without an email address and verifies the user at each use. */
export async function describeCreation(
  party: RelyingParty & { name: string },
  user: { id: string; name: string; displayName: string },
  { challenge, timeoutMs, existing }: { challenge: string; timeoutMs: number; existing: KnownKey[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.name,
    userDisplayName: user.displayName,
    challenge: bytesOf(challenge),
    timeout: timeoutMs,
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

/** Null: not made here, not for this challenge, or without asking the person. */
export async function checkCreation(
  party: RelyingParty,
  challenge: string,
  response: Sent<RegistrationResponseJSON>,
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await load()
  const checked = await unlessThrown(() =>
    verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!checked?.verified) return null
  const { credential, credentialBackedUp, aaguid } = checked.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    isSynced: credentialBackedUp,
    aaguid,
  }
}

/** `known` are those that would do; without them the browser offers all that it has for this site. */
export async function describeUse(
  party: RelyingParty,
  { challenge, timeoutMs, existing }: { challenge: string; timeoutMs: number; existing?: KnownKey[] },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    timeout: timeoutMs,
    allowCredentials: existing,
    userVerification: 'required',
  })
}

/** Returns null unless this key signed the challenge for this origin. The caller checks the counter. */
export async function checkUse(
  party: RelyingParty,
  challenge: string,
  response: Sent<AuthenticationResponseJSON>,
  existing: KnownCredential,
): Promise<{ counter: number; isSynced: boolean } | null> {
  const { verifyAuthenticationResponse } = await load()
  const checked = await unlessThrown(() =>
    verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The library would report a decreased counter like any other error.
      credential: { id: existing.credentialId, publicKey: bytesOf(existing.publicKey), counter: 0 },
    }),
  )
  if (!checked?.verified) return null
  return { counter: checked.authenticationInfo.newCounter, isSynced: checked.authenticationInfo.credentialBackedUp }
}

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))

/** Returns null if the library throws. Anonymous callers send the bytes, and must not learn the reason. */
async function unlessThrown<T>(check: () => Promise<T>) {
  try {
    return await check()
  } catch {
    return null
  }
}
