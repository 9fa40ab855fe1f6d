import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Forgery, startForgingProvider } from '@quaff/platform/testing/identity/forging-provider'
import type { AttemptSecrets, IdentityProvider } from '../../ports'
import { describeProvider, openIdProvider } from './open-id-provider'

const callback = 'https://console.example.com/auth/oidc/callback'
const secrets: AttemptSecrets = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) }
const back = (query: Record<string, string> = {}) =>
  new URL(`${callback}?${new URLSearchParams({ code: 'code', state: secrets.state, ...query }).toString()}`)

let there: Awaited<ReturnType<typeof startForgingProvider>>
let provider: IdentityProvider
beforeAll(async () => {
  there = await startForgingProvider()
})
afterAll(() => there.close())
beforeEach(() => {
  there.forge({}, secrets.nonce)
  provider = openIdProvider(there.settings)
})

const finish = (forgery: Forgery, query?: Record<string, string>) => {
  there.forge(forgery, secrets.nonce)
  return provider.finishSignIn(back(query), secrets)
}
const now = () => Math.floor(Date.now() / 1_000)

describe('an ID token', () => {
  it('says who it is, in one spelling of the issuer', async () => {
    expect(await finish({})).toEqual({
      identity: {
        issuer: `${there.issuer}/`,
        subject: 'sub-1',
        sessionId: null,
        verifiedEmail: 'ana@venue.test',
        idToken: expect.stringMatching(/^eyJ/),
      },
    })
  })

  const refused: [string, Forgery][] = [
    ['of another nonce', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
    ['without a nonce', { claims: (claims) => ({ ...claims, nonce: undefined }) }],
    ['for another console', { claims: (claims) => ({ ...claims, aud: 'another' }) }],
    ['for several, made for another', { claims: (claims) => ({ ...claims, aud: ['quaff-console', 'b'], azp: 'b' }) }],
    ['of another issuer', { claims: (claims) => ({ ...claims, iss: 'https://evil.test' }) }],
    ['without a subject', { claims: (claims) => ({ ...claims, sub: undefined }) }],
    ['that is too old', { claims: (claims) => ({ ...claims, iat: now() - 400, exp: now() - 60 }) }],
    ['of a time to come', { claims: (claims) => ({ ...claims, nbf: now() + 120 }) }],
    ['signed by another key', { signedBy: 'another key' }],
    ['signed by no one', { signedBy: 'unknown' }],
  ]
  it.each(refused)('%s proves nothing', async (_, forgery) => {
    expect(await finish(forgery)).toMatchObject({ error: 'ANSWER' })
  })

  it('may be half a minute too old: clocks differ', async () => {
    const claims = (honest: object) => ({ ...honest, iat: now() - 320, exp: now() - 20 })
    expect(await finish({ claims })).toMatchObject({ identity: { subject: 'sub-1' } })
  })

  it('without an address has the provider asked for it, and no other person’s taken', async () => {
    const claims = (honest: object) => ({ ...honest, email: undefined, email_verified: undefined })
    const says = (body: object) => ({ claims, answers: { '/userinfo': { body: JSON.stringify(body) } } })
    const [own, other] = ['sub-1', 'sub-2'].map((sub) => ({ sub, email: 'bea@venue.test', email_verified: true }))
    expect(await finish(says(own ?? {}))).toMatchObject({ identity: { verifiedEmail: 'bea@venue.test' } })
    expect(await finish(says(other ?? {}))).toMatchObject({ error: 'ANSWER' })
  })
})

describe('the address that leads back', () => {
  it.each([
    ['of another state', { state: 'another' }],
    ['of another issuer', { iss: 'https://evil.test' }],
    ['with an error of the provider', { error: 'invalid_request' }],
  ])('%s proves nothing', async (_, query) => {
    expect(await finish({}, query)).toMatchObject({ error: 'ANSWER' })
  })

  it.each([
    ['access_denied', 'CANCELLED'],
    ['temporarily_unavailable', 'AWAY'],
    ['server_error', 'AWAY'],
  ])('the error %s is reported as %s', async (name, error) => {
    expect(await finish({}, { error: name, error_description: 'Words of the provider' })).toEqual({ error, code: name })
  })
})

describe('a provider', () => {
  const odd: [string, Forgery['answers'], string][] = [
    ['is broken', { '/token': { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' } }, 'AWAY'],
    ['answers with a page', { '/token': { type: 'text/html', body: '<h1>Welcome</h1>' } }, 'ANSWER'],
    ['answers with half a text', { '/token': { body: '{"access_tok' } }, 'ANSWER'],
    ['gives no ID token', { '/token': { body: '{"access_token":"a","token_type":"Bearer"}' } }, 'ANSWER'],
    ['knows no such code', { '/token': { status: 400, body: '{"error":"invalid_grant"}' } }, 'ANSWER'],
    ['has no keys', { '/keys': { body: '{"keys":[]}' } }, 'ANSWER'],
    ['does not describe itself', { '/.well-known/openid-configuration': { status: 404, body: 'none' } }, 'ANSWER'],
  ]
  it.each(odd)('a provider that %s gives an error code, and nothing is thrown', async (_, answers, error) => {
    expect(await finish({ answers })).toMatchObject({ error })
  })

  it('that describes another one is not believed', async () => {
    there.forge({ metadata: { issuer: 'https://evil.test' } })
    expect(await provider.startSignIn(callback, secrets)).toMatchObject({ error: 'ANSWER' })
  })

  it('that says nothing is waited for no longer than it was allowed to take', async () => {
    provider = openIdProvider(there.settings, { timeoutSeconds: 1 })
    expect(await finish({ answers: { '/token': null } })).toMatchObject({ error: 'AWAY', code: 'OAUTH_TIMEOUT' })
  })

  it('that is away is asked again by the next who wants in', async () => {
    await there.close()
    expect(await provider.startSignIn(callback, secrets)).toMatchObject({ error: 'AWAY' })
    await there.start()
    expect(await provider.startSignIn(callback, secrets)).toMatchObject({ url: expect.stringContaining('/authorize?') })
  })

  it('is asked with PKCE, for no more than the address', async () => {
    const started = await provider.startSignIn(callback, secrets)
    const search = new URL('url' in started ? started.url : 'about:blank').searchParams
    expect(Object.fromEntries(search)).toEqual({
      client_id: 'quaff-console',
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid email',
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(search.get('code_challenge')).not.toBe(secrets.verifier)
  })
})

describe('signing out', () => {
  const given = { returnTo: 'https://console.example.com/auth/login', idToken: 'eyJ' }

  it('leads to where the provider says, and nowhere where it says nothing', async () => {
    expect(await provider.findSignOutUrl(given)).toBeNull()
    expect(await describeProvider(there.settings)).toEqual({ signsOut: false })
    there.forge({ metadata: { end_session_endpoint: `${there.issuer}/end` } })
    expect(await describeProvider(there.settings)).toEqual({ signsOut: true })
    const address = new URL((await openIdProvider(there.settings).findSignOutUrl(given)) ?? '')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'quaff-console',
      post_logout_redirect_uri: given.returnTo,
      id_token_hint: 'eyJ',
    })
  })

  it('waits for no provider that is silent', async () => {
    there.forge({ answers: { '/.well-known/openid-configuration': null } })
    const startedAt = performance.now()
    expect(await provider.findSignOutUrl(given)).toBeNull()
    expect(performance.now() - startedAt).toBeLessThan(8_000)
  })
})

describe('a token that ends sessions', () => {
  it('names the person, the session there, or both', async () => {
    expect(await provider.readLogout(there.logoutToken())).toEqual({ ended: { subject: 'sub-1', sessionId: 'sid-1' } })
    expect(await provider.readLogout(there.logoutToken({ sid: undefined }))).toEqual({ ended: { subject: 'sub-1' } })
  })

  it.each<[string, () => string]>([
    ['is none', () => 'nonsense'],
    ['is empty', () => ''],
    ['is an ID token', () => there.idToken()],
    ['has a nonce', () => there.logoutToken({ nonce: 'n' })],
    ['is about nothing', () => there.logoutToken({ events: {} })],
    ['names no one', () => there.logoutToken({ sub: undefined, sid: undefined })],
    ['is for another console', () => there.logoutToken({ aud: 'another' })],
    ['is of another issuer', () => there.logoutToken({ iss: 'https://evil.test' })],
    ['was made an hour ago', () => there.logoutToken({ iat: now() - 3_600 })],
    ['is over', () => there.logoutToken({ exp: now() - 60 })],
    ['has no name of its own', () => there.logoutToken({ jti: undefined })],
    ['is signed by another key', () => there.logoutToken({}, 'another key')],
    ['is signed by no one', () => there.logoutToken({}, 'unknown')],
  ])('is not believed when it %s', async (_, makeToken) => {
    expect(await provider.readLogout(makeToken())).toMatchObject({ error: 'ANSWER' })
  })
})
