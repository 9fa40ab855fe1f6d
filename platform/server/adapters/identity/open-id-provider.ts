import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose'
import { setTimeout } from 'node:timers/promises'
import type { ClientAuth, Configuration, IDToken, UserInfoResponse } from 'openid-client'
import type { AttemptSecrets, IdentityProvider, ProvenIdentity } from '../../ports'
import { errorOf } from './identity-errors'

export type OpenIdSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
  /** Email domains whose users have no other sign-in method. */
  requiredFor: readonly string[]
}

/** Timeout of each request to the provider. */
const usualTimeoutSeconds = 10
/** Accepted difference between the provider's clock and ours. */
const skewSeconds = 30
const signOutPatienceMs = 2_000
/** The provider's metadata is read again after this time. Unknown keys are loaded on demand. */
const discoveredForMs = 3_600_000

/** Loaded at the first single sign-on, so that servers without a provider never load it. */
const load = () => import('openid-client')
type Discovered = { client: Awaited<ReturnType<typeof load>>; config: Configuration }

export function openIdProvider(
  settings: OpenIdSettings,
  { timeoutSeconds = usualTimeoutSeconds } = {},
): IdentityProvider {
  const { name, clientId, requiredFor } = settings
  // Normalized, with or without a slash in the settings: accounts are linked by it.
  const issuer = new URL(settings.issuer).href
  const discover = remembered(() => discoverProvider(settings, timeoutSeconds))
  const findKeys = remembered(async () => {
    const { jwks_uri: address = '' } = (await discover()).config.serverMetadata()
    return openKeys(address, timeoutSeconds * 1_000)
  })
  return {
    name,
    issuer,
    requiredFor,
    startSignIn: (redirectUri, { state, nonce, verifier }) =>
      orError(async () => {
        const { client, config } = await discover()
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href }
      }),
    finishSignIn: (address, secrets) =>
      orError(async () => ({ identity: { issuer, ...(await exchange(await discover(), address, secrets)) } })),
    async findSignOutUrl(given) {
      const found = discover().then(
        (discovered) => signOutUrlOf(discovered, given),
        () => null,
      )
      return Promise.race([found, setTimeout(signOutPatienceMs, null, { ref: false })])
    },
    readLogout: (token) =>
      orError(async () => {
        const { issuer: written } = (await discover()).config.serverMetadata()
        const expected = { issuer: written, audience: clientId, clockTolerance: skewSeconds }
        return { ended: await readLogoutToken(token, await findKeys(), expected) }
      }),
  }
}

/** Checks the configuration by reading the provider's metadata. Throws the provider's error. */
export async function describeProvider(settings: OpenIdSettings): Promise<{ signsOut: boolean }> {
  const { config } = await discoverProvider(settings, usualTimeoutSeconds)
  return { signsOut: config.serverMetadata().end_session_endpoint !== undefined }
}

async function discoverProvider(
  { issuer, clientId, clientSecret }: OpenIdSettings,
  timeout: number,
): Promise<Discovered> {
  const client = await load()
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)]
  /** The specification's default if the provider names no method: HTTP basic authentication. */
  const authenticate: ClientAuth = (server, ...rest) => {
    const existing = server.token_endpoint_auth_methods_supported
    return (existing && !existing.includes('client_secret_basic') ? post : basic)(server, ...rest)
  }
  const config = await client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: skewSeconds },
    authenticate,
    {
      timeout,
      execute: [
        client.enableNonRepudiationChecks,
        // The settings let this through for a provider on this machine alone.
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    },
  )
  return { client, config }
}

/** Shares one read among concurrent callers. A failed read is repeated. */
function remembered<T>(read: () => Promise<T>) {
  let existing: Promise<T> | undefined
  let readAt = 0
  return () => {
    if (existing && performance.now() - readAt < discoveredForMs) return existing
    readAt = performance.now()
    const requested = read()
    existing = requested
    requested.catch(() => {
      if (existing === requested) existing = undefined
    })
    return requested
  }
}

async function exchange(
  { client, config }: Discovered,
  address: URL,
  { state, nonce, verifier }: AttemptSecrets,
): Promise<Omit<ProvenIdentity, 'issuer'>> {
  const tokens = await client.authorizationCodeGrant(config, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || tokens.id_token === undefined) throw new TypeError('The provider gave no ID token')
  // Several providers say what belongs to a scope there only.
  const more = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
  const person = more ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : claims
  return {
    subject: claims.sub,
    sessionId: typeof claims.sid === 'string' ? claims.sid : null,
    verifiedEmail: isVerified(person) && typeof person.email === 'string' ? person.email : null,
    idToken: tokens.id_token,
  }
}

/** Entra knows no `email_verified`; it says by `xms_edov` that the owner of the domain was verified, in either spelling. */
function isVerified({ email_verified: verified, xms_edov: domainOwned }: IDToken | UserInfoResponse) {
  return verified === true || [true, 1, '1', 'true'].some((yes) => domainOwned === yes)
}

function signOutUrlOf(
  { client, config }: Discovered,
  { returnTo, idToken }: { returnTo: string; idToken: string | null },
) {
  if (config.serverMetadata().end_session_endpoint === undefined) return null
  const hint = idToken === null ? undefined : { id_token_hint: idToken }
  return client.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo, ...hint }).href
}

async function orError<T>(ask: () => Promise<T>) {
  try {
    return await ask()
  } catch (error) {
    return errorOf(error)
  }
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** Providers create a token per logout; an old one may be a stolen copy. */
const maxAgeSeconds = 300

/** Loads the keys when one is needed, at most every 30 seconds, so that forged tokens cause no requests. */
async function openKeys(address: string, timeoutMs: number) {
  const { createRemoteJWKSet } = await import('jose')
  return createRemoteJWKSet(new URL(address), { timeoutDuration: timeoutMs, cooldownDuration: 30_000 })
}

/** OpenID Connect Back-Channel Logout 1.0, 2.6. Throws for anything but a token that ends a session. */
async function readLogoutToken(
  token: string,
  keys: JWTVerifyGetKey,
  expected: JWTVerifyOptions,
): Promise<{ subject?: string; sessionId?: string }> {
  const { jwtVerify } = await import('jose')
  const { payload } = await jwtVerify(token, keys, {
    ...expected,
    maxTokenAge: maxAgeSeconds,
    requiredClaims: ['iat', 'exp', 'jti', 'events'],
  })
  const { sub: subject, sid } = payload
  const sessionId = typeof sid === 'string' ? sid : undefined
  if (!endsSession(payload) || (subject === undefined && sessionId === undefined))
    throw Object.assign(new TypeError('This token ends no session'), { code: 'NO_LOGOUT_TOKEN' })
  return { subject, sessionId }
}

/** ID tokens are signed by the same keys. A logout token has the event and no nonce. */
function endsSession({ events, nonce }: JWTPayload) {
  return nonce === undefined && typeof events === 'object' && events !== null && logoutEvent in events
}
