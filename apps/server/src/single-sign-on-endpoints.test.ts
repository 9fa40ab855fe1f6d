import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessions } from '@quaff/features/sessions/tables'
import { openIdProvider } from '@quaff/platform/server/adapters/identity/open-id-provider'
import { openRollbackDatabase } from '@quaff/platform/testing/database/rollback-database'
import { startForgingProvider } from '@quaff/platform/testing/identity/forging-provider'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'
import { actorKinds, knockAsEach } from './testing/matrix/actor-kinds'
import { insertMerchants } from './testing/matrix/target-rows'

let there: Awaited<ReturnType<typeof startForgingProvider>>
let services: TestServices
let app: ReturnType<typeof buildServer>
let headersOf: Awaited<ReturnType<typeof knockAsEach>>
beforeAll(async () => {
  there = await startForgingProvider()
  services = await createTestServices({ identityProvider: openIdProvider(there.settings) })
  app = build(services)
  await insertMerchants(services)
  headersOf = await knockAsEach(services)
})
afterAll(() => there.close())

const build = (of: TestServices) => buildServer(of, { mount: (server) => mountApi(server, of) })
const form = 'application/x-www-form-urlencoded'
const logout = (token: string, headers: Record<string, string> = {}) =>
  app.request('/auth/oidc/backchannel-logout', {
    method: 'POST',
    headers: { 'content-type': form, ...headers },
    body: new URLSearchParams({ logout_token: token }).toString(),
  })
const whereTo = async (path: string, headers: Record<string, string> = {}) => {
  const response = await app.request(path, { headers })
  expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store'])
  return response.headers.get('location') ?? ''
}

describe.each(actorKinds)('by %s', (kind) => {
  let headers: Record<string, string>
  beforeAll(() => {
    services.clock.advance(61_000)
    headers = headersOf[kind]
  })

  it('the start leads to the provider, no matter who is signed in', async () => {
    expect(await whereTo('/auth/oidc/start', headers)).toMatch(`${there.issuer}/authorize?`)
  })

  it('the way back without an attempt leads to the sign-in page', async () => {
    for (const query of ['', '?code=a', '?code=a&state=b', '?error=access_denied&state=b'])
      expect(await whereTo(`/auth/oidc/callback${query}`, headers)).toBe('/auth/login?why=attempt-over')
  })

  it('no session is ended without a token of the provider', async () => {
    const before = await services.db.$count(sessions)
    expect((await logout('nonsense', headers)).status).toBe(400)
    expect((await logout(there.logoutToken({}, 'another key'), headers)).status).toBe(400)
    expect(await services.db.$count(sessions)).toBe(before)
  })
})

describe('what the provider posts', () => {
  it('is answered in short, also where no one is signed in', async () => {
    const answer = await logout(there.logoutToken())
    expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([200, '', 'no-store'])
  })

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])(
    'is a form, and not %j',
    async (type) => {
      const answer = await logout(there.logoutToken(), { 'content-type': type })
      expect(await answer.json()).toMatchObject({ reason: 'CONTENT_TYPE' })
    },
  )

  it('is no larger than 64 KB', async () => {
    expect((await logout('x'.repeat(65 * 1024))).status).toBe(413)
  })

  it('is at this one address: no other takes forms', async () => {
    for (const path of [
      '/auth/oidc/start',
      '/auth/oidc/callback',
      '/auth/oidc/backchannel-logout/',
      '/rpc/signIn/withPassword',
    ]) {
      const answer = await app.request(path, { method: 'POST', headers: { 'content-type': form }, body: 'a=b' })
      expect(await answer.json()).toMatchObject(
        path.startsWith('/rpc') ? { json: { data: { reason: 'CONTENT_TYPE' } } } : { reason: 'CONTENT_TYPE' },
      )
    }
  })
})

describe('a provider that cannot be asked', () => {
  it('leads back to the sign-in page and keeps the way on; the log has its code and nothing of the request', async () => {
    await there.close()
    services = await createTestServices({ identityProvider: openIdProvider(there.settings) })
    app = build(services)
    expect(await whereTo('/auth/oidc/start?from=/users?q=ada')).toBe(
      '/auth/login?from=%2Fusers%3Fq%3Dada&why=provider-away',
    )
    await there.start()
    const lines = services.log.lines.filter(({ event }) => event === 'single_sign_on_failed')
    expect(lines).toEqual([
      {
        level: 'warn',
        event: 'single_sign_on_failed',
        details: { requestId: expect.any(String), error: 'AWAY', code: expect.stringMatching(/^\w+$/) },
      },
    ])
    expect(JSON.stringify(services.log.lines)).not.toMatch(/ada|127\.0\.0\.1/)
  })

  it('and a database that cannot lead there as well', async () => {
    const database = await openRollbackDatabase()
    const broken = await createTestServices({ database, identityProvider: openIdProvider(there.settings) })
    await database.pool.query('drop table one_time_secrets cascade')
    app = build(broken)
    expect(await whereTo('/auth/oidc/start')).toBe('/auth/login?why=failed')
    expect(broken.log.lines.map(({ event }) => event)).toContain('request_failed')
    await broken.close()
  })
})

it('without a provider there is no such endpoint', async () => {
  services = await createTestServices()
  app = build(services)
  for (const path of ['/auth/oidc/start', '/auth/oidc/callback'])
    expect((await app.request(path)).headers.get('location')).toBeNull()
  expect((await logout('token')).status).toBe(404)
})

it('too many attempts show a message on the sign-in page', async () => {
  services = await createTestServices({ identityProvider: openIdProvider(there.settings) })
  app = build(services)
  const ends: string[] = []
  for (let count = 0; count < 61; count++) ends.push(await whereTo('/auth/oidc/callback?state=x'))
  expect([ends[59], ends[60]]).toEqual(['/auth/login?why=attempt-over', '/auth/login?why=rate-limit'])
})
