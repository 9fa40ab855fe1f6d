import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose'

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** Providers create a token per logout; an old one may be a stolen copy. */
const maxAgeSeconds = 300

/** Loads the keys when one is needed, at most every 30 seconds, so that forged tokens cause no requests. */
export async function openKeys(address: string, timeoutMs: number): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet } = await import('jose')
  return createRemoteJWKSet(new URL(address), { timeoutDuration: timeoutMs, cooldownDuration: 30_000 })
}

/** OpenID Connect Back-Channel Logout 1.0, 2.6. Throws for anything but a token that ends a session. */
export async function readLogoutToken(
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
function endsSession({ events, nonce }: JWTPayload): boolean {
  return nonce === undefined && typeof events === 'object' && events !== null && logoutEvent in events
}
