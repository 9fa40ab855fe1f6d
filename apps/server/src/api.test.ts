import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'

let services: TestServices
let app: ReturnType<typeof buildServer>

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
})

async function rpc(path: string, input: unknown, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ json: input })
  return app.request(`/rpc/${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

const bearer = (actor: { sessionId: string }) => ({ authorization: `Bearer ${actor.sessionId}` })

describe('the typed API', () => {
  it('answers null for the session of a stranger', async () => {
    const response = await rpc('sessions/current', {})
    expect([response.status, await response.json()]).toEqual([200, { json: null }])
  })

  it('knows the bearer of a session', async () => {
    const admin = await asAdmin(services)
    const response = await rpc('sessions/current', {}, bearer(admin))
    expect(await response.json()).toMatchObject({
      json: { user: { uid: admin.userId, role: 'quaff_admin' }, assignedMerchant: null },
    })
  })

  it('serves the same procedures as REST', async () => {
    const owner = await asOwner(services, [])
    const response = await app.request('/api/session', { headers: bearer(owner) })
    expect(await response.json()).toMatchObject({ user: { uid: owner.userId, role: 'merchant_owner' } })
  })

  it('reads numbers and dates from the address of a REST call', async () => {
    const admin = await asAdmin(services)
    const response = await app.request('/api/users?limit=5&createdFrom=2026-01-01T00:00:00.000Z', {
      headers: bearer(admin),
    })
    expect([response.status, await response.json()]).toMatchObject([200, { total: expect.any(Number) }])
  })

  it('takes types as they are sent, except in an address', async () => {
    const admin = await asAdmin(services)
    for (const limit of ['20', [20], true]) expect((await rpc('users/list', { limit }, bearer(admin))).status).toBe(400)
    expect((await rpc('signIn/requestLink', { email: ['a@example.test'] })).status).toBe(400)
  })

  it('takes a part of an address as REST as well', async () => {
    const merchant = await insertMerchant(services)
    const sent = { name: 'Harbour', fields: { address: { city: 'Leith' } }, requestKey: crypto.randomUUID() }
    const response = await app.request(`/api/merchants/${merchant.id}/locations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(await asAdmin(services)) },
      body: JSON.stringify(sent),
    })
    const made: unknown = await response.json()
    expect([response.status, made]).toMatchObject([
      200,
      { name: 'Harbour', address: 'Leith', addressParts: { city: 'Leith' } },
    ])
  })

  it.each(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'QUERY'])('runs nothing for %s', async (method) => {
    const admin = await asAdmin(services)
    const response = await app.fetch(
      Object.defineProperty(
        new Request('http://localhost/rpc/sessions/signOut', { headers: bearer(admin) }),
        'method',
        { value: method },
      ),
    )
    expect([404, 405]).toContain(response.status)
    expect(await (await rpc('sessions/current', {}, bearer(admin))).json()).not.toEqual({ json: null })
  })

  it('exports by date, as JSON has it', async () => {
    const headers = { 'content-type': 'application/json', ...bearer(await asAdmin(services)) }
    const exported = (createdFrom: unknown) =>
      app.request('/api/files/users-export', {
        method: 'POST',
        headers,
        body: JSON.stringify({ format: 'json', filter: { createdFrom } }),
      })
    const answers = [await exported('2999-01-01T00:00:00.000Z'), await exported('yesterday'), await exported(5)]
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400])
    expect(await answers[0]?.json()).toEqual([])
  })

  it('maps a refusal with its reason, field and request id', async () => {
    const response = await rpc(
      'signIn/changePassword',
      { currentPassword: '', newPassword: 'x', confirmPassword: 'y' },
      bearer(await asAdmin(services)),
    )
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      json: {
        defined: true,
        code: 'BAD_REQUEST',
        message: 'Current password is required to change your password.',
        data: { reason: 'CURRENT_REQUIRED', field: 'currentPassword', requestId: expect.stringMatching(/^req_/) },
      },
    })
  })

  it.each([
    ['an array for a string', { email: ['a@example.test', 'b@example.test'] }, 'email'],
    ['a number for a string', { email: 5 }, 'email'],
    ['an unknown key', { email: 'a@example.test', role: 'quaff_admin' }, undefined],
    ['nothing at all', undefined, undefined],
    ['a long string', { email: `${'a'.repeat(300)}@example.test` }, 'email'],
  ])('answers INVALID_INPUT to %s', async (_, input, field) => {
    const response = await rpc('signIn/requestLink', input)
    const answer: unknown = await response.json()
    expect(answer).toMatchObject({ json: { code: 'BAD_REQUEST', defined: true, data: { reason: 'INVALID_INPUT' } } })
    if (field) expect(answer).toMatchObject({ json: { data: { field } } })
  })

  it('hides what went wrong inside and logs the place', async () => {
    const broken = {
      ...services,
      clock: {
        now: () => {
          throw new Error('secret driver text')
        },
      },
    }
    const server = buildServer(services, { mount: (one) => mountApi(one, { ...broken, settings: services.settings }) })
    const response = await server.request('/rpc/signIn/requestLink', {
      method: 'POST',
      body: JSON.stringify({ json: { email: 'a@example.test' } }),
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
    expect(services.log.lines.some((line) => line.event === 'request_failed')).toBe(true)
  })

  it('sends only what the contract names, and a 500 with the request id for a result that it does not allow', async () => {
    const merchant = await insertMerchant(services)
    const headers = bearer(await asAdmin(services))
    const tiles = { url: 'https://tiles.example.test', credits: [] }
    const ask = async (path: string, mapTiles: object, init: RequestInit) => {
      const settings = { ...services.settings, mapTiles: mapTiles as typeof tiles }
      const server = buildServer(services, { mount: (one) => mountApi(one, { ...services, settings }) })
      return server.request(path, init)
    }
    const body = JSON.stringify({ json: { merchantId: merchant.id } })
    const asRpc = { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } }
    for (const [path, init] of [
      ['/rpc/locations/overview', asRpc],
      [`/api/merchants/${merchant.id}/location-overview`, { headers }],
    ] as const) {
      const surplus = await ask(path, { ...tiles, key: 'secret' }, init)
      expect([surplus.status, (await surplus.text()).includes('secret')], path).toEqual([200, false])
      const wrong = await ask(path, { ...tiles, url: ['secret'] }, init)
      const text = await wrong.text()
      expect([wrong.status, text.includes('secret')], path).toEqual([500, false])
      expect(text, path).toMatch(/"requestId":"req_/)
    }
  })

  it('says when to try again', async () => {
    const attempts = Array.from({ length: 12 }, () => rpc('signIn/checkUserExists', { email: 'a@example.test' }))
    const refused = (await Promise.all(attempts)).find((response) => response.status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused?.json()).toMatchObject({ json: { message: 'Too many attempts. Try again in a minute.' } })
  })

  it('changes nothing on GET', async () => {
    const admin = await asAdmin(services)
    const response = await app.request('/rpc/sessions/signOut', { headers: bearer(admin) })
    expect(response.status).toBe(405)
    expect(await (await rpc('sessions/current', {}, bearer(admin))).json()).toMatchObject({
      json: { user: { uid: admin.userId } },
    })
  })

  it('takes no batches', async () => {
    const response = await rpc('__batch__', [])
    expect(response.status).toBe(404)
  })

  it('§G1 answers 404 JSON to unknown paths', async () => {
    for (const path of ['/api/nothing', '/rpc/nothing/here', '/api/docs/package.json', '/api/docs/..%2fpackage.json']) {
      const response = await app.request(path)
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        404,
        expect.stringContaining('application/json'),
      ])
    }
  })
})

describe('the API documents', () => {
  it('describes every procedure of the contract', async () => {
    const headers = bearer(await asOwner(services, []))
    const response = await app.request('/api/openapi.json', { headers })
    const document: unknown = await response.json()
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/),
      paths: { '/session': {}, '/sign-in/password': {}, '/users': {}, '/merchants/{merchantId}': {} },
    })
  })

  it('browses them with scripts of our own origin only', async () => {
    const headers = bearer(await asAdmin(services))
    const html = await (await app.request('/api/docs', { headers })).text()
    expect(html).not.toMatch(/<script(?! src="\/api\/docs\/)/)
    const paths = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!)
    expect(paths).toHaveLength(4)
    for (const path of paths) expect((await app.request(path)).status).toBe(200)
  })

  it('are for signed-in people', async () => {
    const page = await app.request('/api/docs')
    expect([page.status, page.headers.get('location')]).toEqual([302, '/auth/login'])
    const document = await app.request('/api/openapi.json')
    expect([document.status, await document.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }])
  })
})
