import { ORPCError } from '@orpc/server'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { platformRefusals, refuse, UnconfirmedCommit } from '@quaff/platform/server'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { buildServer } from './build-server'
import { readSessionToken } from './edge/session-cookie'

let services: TestServices
let folder: string
let app: ReturnType<typeof buildServer>
const readiness = { accepting: true }

beforeAll(async () => {
  services = await createTestServices()
  folder = await mkdtemp(join(tmpdir(), 'console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Console</title>')
  await writeFile(join(folder, 'assets', 'main-1a2b.js'), 'export {}')
  await mkdir(join(folder, '.vite'))
  await writeFile(join(folder, '.vite', 'manifest.json'), '{}')
  app = buildServer(services, {
    consoleFolder: folder,
    metricsToken: 'a token for metrics',
    readiness,
    mount: (inner) => {
      inner.post('/rpc/echo', async (c) => c.json(await c.req.json()))
      inner.post('/rpc/sign-in', (c) => {
        c.get('cookies').setSession('tok_1', new Date('2027-01-01T00:00:00Z'))
        return new Response('{}')
      })
      inner.post('/rpc/sign-out', (c) => {
        c.get('cookies').clearCache()
        return c.json({})
      })
      inner.get('/api/who', (c) => c.json({ token: readSessionToken(c, services) ?? null, ...c.get('request') }))
      inner.get('/api/fault/:kind', (c) => {
        throw errors[c.req.param('kind')]
      })
      inner.post('/us-central1/fault', () => {
        throw refuse(platformRefusals, 'ROLE')
      })
    },
  })
})
afterAll(() => rm(folder, { recursive: true }))

const driverError = Object.assign(new Error('Failed query: select secret from users params: owner@example.com'), {
  cause: Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' }),
})
const errors: Record<string, unknown> = {
  refusal: refuse(platformRefusals, 'RATE_LIMIT', 'Too many attempts. Try again in a minute.').with({
    retryAfterSeconds: 60,
  }),
  database: driverError,
  commit: new UnconfirmedCommit(driverError),
  file: Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  table: Object.assign(new Error('Failed query: insert into users'), {
    cause: Object.assign(new Error('could not extend file "base/5/16390"'), { code: '53100' }),
  }),
  bytes: Object.assign(new Error('invalid byte sequence'), { code: '22021' }),
  orpc: new ORPCError('BAD_REQUEST', { message: 'Input validation failed' }),
  bug: new Error('owner@example.com broke it'),
}

describe('answers to faults', () => {
  it.each([
    [
      'refusal',
      429,
      {
        code: 'TOO_MANY_REQUESTS',
        reason: 'RATE_LIMIT',
        message: 'Too many attempts. Try again in a minute.',
        retryAfterSeconds: 60,
      },
    ],
    ['database', 503, { code: 'SERVICE_UNAVAILABLE', reason: 'DATABASE', retryAfterSeconds: 3 }],
    ['commit', 503, { code: 'SERVICE_UNAVAILABLE', reason: 'UNCONFIRMED', retryAfterSeconds: 3 }],
    ['file', 503, { code: 'SERVICE_UNAVAILABLE', reason: 'DISK_FULL', retryAfterSeconds: 60 }],
    ['table', 503, { code: 'SERVICE_UNAVAILABLE', reason: 'DISK_FULL', retryAfterSeconds: 60 }],
    ['bytes', 400, { code: 'BAD_REQUEST', reason: 'INVALID_INPUT' }],
    ['orpc', 400, { code: 'BAD_REQUEST', reason: 'INVALID_INPUT' }],
    ['bug', 500, { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong on our side. Try again.' }],
  ])('a %s is %i', async (kind, status, body) => {
    const answer = await app.request(`/api/fault/${kind}`)
    const text = await answer.text()
    expect(answer.status).toBe(status)
    expect(JSON.parse(text)).toMatchObject({ ...body, requestId: answer.headers.get('x-request-id') })
    expect(text).not.toMatch(/example\.com|ECONNREFUSED|select|\.ts/)
  })

  it('log what is unexpected once, without its message', async () => {
    services.log.lines.length = 0
    await app.request('/api/fault/bug')
    await app.request('/api/fault/refusal')
    expect(services.log.lines.filter((line) => line.level === 'error')).toMatchObject([
      { event: 'request_failed', details: { error: 'Error' } },
    ])
    expect(JSON.stringify(services.log.lines)).not.toContain('example.com')
  })

  it('speak the protocol of the endpoint', async () => {
    const answer = await app.request('/us-central1/fault', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect(await answer.json()).toEqual({
      error: { status: 'PERMISSION_DENIED', message: 'Your role doesn’t allow this.' },
    })
  })
})

describe('the session cookie', () => {
  const post = (path: string) =>
    app.request(path, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  const who = async (headers: Record<string, string>): Promise<unknown> => {
    const details: Record<string, unknown> = JSON.parse(await (await app.request('/api/who', { headers })).text())
    return details['token']
  }

  it('is signed, out of reach of scripts and comes back as the token', async () => {
    const header = (await post('/rpc/sign-in')).headers.get('set-cookie') ?? ''
    expect(header).toMatch(
      /^quaff=tok_1\.[\w-]{43}; Path=\/; Expires=Fri, 01 Jan 2027 00:00:00 GMT; HttpOnly; SameSite=Lax$/,
    )
    const [cookie = ''] = header.split(';')
    expect(await who({ cookie })).toBe('tok_1')
    expect(await who({ cookie: cookie.replace('tok_1', 'tok_2') })).toBeNull()
    expect(await who({ cookie: 'quaff=tok_1' })).toBeNull()
  })

  it('may be a bearer token instead', async () => {
    expect(await who({ authorization: 'Bearer tok_3' })).toBe('tok_3')
    expect(await who({ authorization: 'Basic dXNlcg==' })).toBeNull()
  })

  it('has the __Host- prefix and Secure over https', async () => {
    const own = await createTestServices({
      database: services.database,
      settings: { baseUrl: 'https://console.example.com', secureCookies: true },
    })
    const secure = buildServer(own, {
      mount: (inner) => {
        inner.get('/api/sign-in', (c) => {
          c.get('cookies').setSession('tok_1', new Date('2027-01-01T00:00:00Z'))
          return c.json({})
        })
      },
    })
    const answer = await secure.request('/api/sign-in')
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-quaff=tok_1.*; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=')
  })
})

describe('headers', () => {
  it.each([
    ['/', 'no-cache'],
    ['/merchants', 'no-cache'],
    ['/assets/main-1a2b.js', 'public, max-age=31536000, immutable'],
    ['/api/none', 'no-store'],
    ['/healthz', 'no-store'],
    ['/api/fault/bug', 'no-store'],
  ])('protect %s', async (path, cacheControl) => {
    const { headers } = await app.request(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('x-request-id')).toMatch(/^req_/)
    expect(headers.get('cache-control')).toBe(cacheControl)
  })
})

describe('the files of the console', () => {
  it('answer every page with the same document, asked again by its mark', async () => {
    const page = await app.request('/users/usr_1?tab=activity')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await page.text()).toContain('<title>Console')
    const again = await app.request('/users', { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })

  it('are compressed as the browser takes it', async () => {
    const answer = await app.request('/', { headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toContain('<title>Console')
    expect(
      (await app.request('/', { headers: { 'accept-encoding': 'br;q=0, gzip' } })).headers.get('content-encoding'),
    ).toBe('gzip')
  })

  it.each([
    '/rpc/none',
    '/api',
    '/us-central1/none',
    '/livez',
    '/health',
    '/healthz/',
    '/ready',
    '/metrics/',
    '/v1',
    '/logo.png',
    '/assets/gone-9.js',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '//etc/passwd.txt',
  ])('are not %s: 404 as JSON', async (path) => {
    const answer = await app.request(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
  })
})

describe('what begins with a dot', () => {
  it.each(['/.vite/manifest.json', '/.git/config', '/.env', '/users/.hidden/page'])('%s is not there', async (path) => {
    expect((await app.request(path)).status).toBe(404)
  })
})

describe('health and metrics', () => {
  it('tell strangers yes or no', async () => {
    expect(await (await app.request('/healthz')).json()).toEqual({ status: 'ok' })
    expect(await (await app.request('/readyz')).json()).toEqual({ status: 'ready' })
    readiness.accepting = false
    expect((await app.request('/readyz')).status).toBe(503)
    readiness.accepting = true
  })

  it('ask the database again where the clock was set back', async () => {
    services.clock.advance(86_400_000)
    expect((await app.request('/readyz')).status).toBe(200)
    services.clock.advance(-86_400_000)
    const { execute } = services.db
    services.db.execute = () => {
      throw new Error('away')
    }
    const answer = await app.request('/readyz')
    services.db.execute = execute
    expect(answer.status).not.toBe(200)
  })

  it('need the token for figures', async () => {
    expect((await app.request('/metrics')).status).toBe(401)
    expect(await (await app.request('/metrics')).text()).not.toContain('http_requests_total')
    const answer = await app.request('/metrics', { headers: { authorization: 'Bearer a token for metrics' } })
    expect(await answer.text()).toMatch(/http_requests_total\{.*door="page"/)
  })
})
