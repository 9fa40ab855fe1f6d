import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Claims = Record<string, unknown>

/** Deviations from a correct provider. */
export type Forgery = {
  claims?: (honest: Claims) => Claims
  /** Signed by an unpublished key, or unsigned. */
  signedBy?: 'another key' | 'unknown'
  /** Instead of the answer at this path; null: none at all. */
  answers?: Record<string, { status?: number; type?: string; body: string } | null>
  metadata?: Claims
}

const client = { id: 'quaff-console', secret: 'a-secret-for-tests' }
const seconds = () => Math.floor(Date.now() / 1_000)

/** An identity provider with chosen deviations. */
export async function startForgingProvider() {
  const [own, other] = [
    generateKeyPairSync('rsa', { modulusLength: 2_048 }),
    generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  ]
  const state: { forgery: Forgery; nonce: string } = { forgery: {}, nonce: '' }
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const forged = state.forgery.answers?.[path]
    if (forged === null) return
    if (forged) send(response, forged.body, forged.status, forged.type)
    else send(response, JSON.stringify(answers[path]?.() ?? {}))
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const sign = (claims: Claims, by: Forgery['signedBy'] = state.forgery.signedBy): string =>
    signToken(claims, by === 'unknown' ? null : (by ? other : own).privateKey)
  const honest = (): Claims => ({
    iss: issuer,
    sub: 'sub-1',
    aud: client.id,
    iat: seconds(),
    exp: seconds() + 300,
    nonce: state.nonce,
    email: 'ana@venue.test',
    email_verified: true,
  })
  const answers: Record<string, () => Claims> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      ...state.forgery.metadata,
    }),
    '/keys': () => ({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }),
    '/token': () => ({
      access_token: 'access',
      token_type: 'Bearer',
      id_token: sign((state.forgery.claims ?? ((claims) => claims))(honest())),
    }),
  }
  return {
    issuer,
    settings: { issuer, clientId: client.id, clientSecret: client.secret, name: 'the forger', requiredFor: [] },
    /** `nonce`: the nonce of the sign-in request. */
    forge(forgery: Forgery, nonce = '') {
      Object.assign(state, { forgery, nonce })
    },
    logoutToken: (change: Claims = {}, by?: Forgery['signedBy']) => {
      const { nonce: _nonce, email: _email, ...claims } = honest()
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      return sign({ ...claims, jti: 'jti-1', sid: 'sid-1', events, ...change }, by)
    },
    idToken: () => sign(honest()),
    start: () => listen(port),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(response: ServerResponse, body: string, status = 200, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}

function signToken(claims: Claims, key: KeyObject | null): string {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const text = `${encode({ alg: key ? 'RS256' : 'none', kid: 'one' })}.${encode(claims)}`
  return `${text}.${key ? createSign('RSA-SHA256').update(text).sign(key, 'base64url') : ''}`
}
