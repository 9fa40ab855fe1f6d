import { describe, expect, it } from 'vitest'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'

function serverAt(services: TestServices, baseUrl: string) {
  const here = { ...services, settings: { ...services.settings, baseUrl } }
  return buildServer(here, { mount: (app) => mountApi(app, here) })
}

const ask = async (
  app: ReturnType<typeof buildServer>,
  path: string,
  headers: Record<string, string> = {},
  json = {},
) =>
  app.request(`/rpc/${path}`, {
    method: 'POST',
    body: JSON.stringify({ json }),
    headers: { 'content-type': 'application/json', ...headers },
  })

function headersOf({ headers }: Response) {
  const { 'x-request-id': id, ...others } = Object.fromEntries(headers)
  expect(id).toMatch(/^req_\w{26}$/)
  return others
}

describe('a plain answer', () => {
  it('has every header that other answers have, with http and with https', async () => {
    const services = await createTestServices()
    for (const baseUrl of ['http://localhost:4300', 'https://console.example.com']) {
      const app = serverAt(services, baseUrl)
      const expected = headersOf(await app.request('/healthz'))
      expect(headersOf(await ask(app, 'sessions/current'))).toEqual(expected)
      expect(headersOf(await ask(app, 'users/list'))).toEqual(expected)
      expect(expected['strict-transport-security'] !== undefined).toBe(baseUrl.startsWith('https'))
    }
  })

  it('has an id of its own, and clears the cache on request', async () => {
    const services = await createTestServices()
    const app = serverAt(services, 'http://localhost:4300')
    const { sessionId } = await asAdmin(services)
    const answers = await Promise.all([1, 2].map(() => ask(app, 'sessions/current')))
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(2)
    const gone = await ask(app, 'sessions/signOut', { authorization: `Bearer ${sessionId}` })
    expect(gone.headers.get('clear-site-data')).toBe('"cache"')
    expect(gone.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('tells a stranger who is refused for a while when to come back', async () => {
    const app = serverAt(await createTestServices(), 'http://localhost:4300')
    const statuses = new Map<number, string | null>()
    for (let tries = 0; tries < 40 && !statuses.has(429); tries += 1) {
      const answer = await ask(
        app,
        'signIn/withPassword',
        {},
        { email: 'ada@example.com', password: `wrong ${tries}!` },
      )
      statuses.set(answer.status, answer.headers.get('retry-after'))
    }
    expect(Number(statuses.get(429))).toBeGreaterThan(0)
  })
})
