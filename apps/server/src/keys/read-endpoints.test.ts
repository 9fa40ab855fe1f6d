import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keyScopes, type KeyScope } from '@quaff/features/api-keys/contract'
import { apiKeys } from '@quaff/features/api-keys/tables'
import { insertKey, type TestKey } from '@quaff/features/api-keys/testing/api-key-factory'
import { resources, resourceSchemas, scopeOf, type Resource } from '@quaff/features/read-api/contract'
import { insertReadable, secretWord } from '@quaff/features/read-api/testing/readable-factory'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'
import { knockAsEach } from '../testing/matrix/actor-kinds'

let services: TestServices
let app: ReturnType<typeof buildServer>
let everywhere: TestKey
let atOwn: TestKey

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
})
beforeEach(async () => {
  await insertReadable(services, 'own')
  await insertReadable(services, 'foreign')
  everywhere = await insertKey(services)
  atOwn = await insertKey(services, { merchantIds: ['mer_own'] })
})
afterEach(() => services.database.truncate())

type Requested = { by?: TestKey; headers?: Record<string, string>; method?: string }

const get = (path: string, { by = everywhere, headers = {}, method = 'GET' }: Requested = {}) =>
  app.request(`/v1/${path}`, { method, headers: { authorization: `Bearer ${by.secret}`, ...headers } })

type List = { data: Record<string, unknown>[]; nextCursor: string | null }
async function listOf(path: string, requested: Requested = {}): Promise<List> {
  const response = await get(path, requested)
  expect(response.status).toBe(200)
  return (await response.json()) as List
}
const idsOf = async (path: string, requested?: Requested) => (await listOf(path, requested)).data.map(({ id }) => id)

const sortedIds = (rows: List['data']) =>
  rows.map(({ id }) => String(id)).toSorted((one, other) => one.localeCompare(other))

async function refusalOf(response: Response | Promise<Response>) {
  const { reason, field, message } = (await (await response).json()) as Record<string, string>
  return { status: (await response).status, reason, field, message }
}

const idOf = (resource: Resource, word: string) =>
  ({
    merchants: `mer_${word}`,
    locations: `loc_${word}`,
    plans: `pln_${word}`,
    prices: `prc_${word}`,
    promotions: `mer_${word}:happy_hour`,
    subscriptions: `sub_${word}`,
    redemptions: `red_${word}`,
    payouts: `pay_${word}`,
    refunds: `ref_${word}`,
  })[resource]
const recordOf = (resource: Resource, word: string) =>
  `${resource}/${idOf(resource, word)}${resource === 'redemptions' ? `?redeemedAt=${services.clock.now().toISOString()}` : ''}`

describe.each(resources)('%s', (resource) => {
  it('are listed and read one by one, as the schema says and with nothing that no key may read', async () => {
    const { data, nextCursor } = await listOf(resource)
    expect(sortedIds(data)).toEqual([idOf(resource, 'foreign'), idOf(resource, 'own')])
    expect(nextCursor).toBeNull()
    for (const row of data) expect(resourceSchemas[resource].strict().parse(row)).toEqual(row)
    const one = await get(recordOf(resource, 'own'))
    expect(await one.json()).toEqual(data.find(({ id }) => id === idOf(resource, 'own')))
    expect(JSON.stringify(data)).not.toContain(secretWord)
    expect(JSON.stringify(data)).not.toMatch(/6789|021000021/)
  })

  it('of another merchant are never told to a key of one, by no list, filter or id', async () => {
    const requested = { by: atOwn }
    expect(await idsOf(resource, requested)).toEqual([idOf(resource, 'own')])
    expect(await idsOf(`${resource}?merchantId=mer_foreign`, requested)).toEqual([])
    expect(await idsOf(`${resource}?since=2020-01-01T00:00:00Z`, requested)).toEqual([idOf(resource, 'own')])
    const [foreign, missing] = await Promise.all(
      ['foreign', 'missing'].map((word) => refusalOf(get(recordOf(resource, word), requested))),
    )
    expect(foreign).toEqual(missing)
    expect(foreign).toMatchObject({ status: 404, reason: 'READ_NONE' })
    for (const path of [resource, `${resource}?format=csv`, `${resource}?limit=1`])
      expect(await (await get(path, requested)).text()).not.toContain('foreign')
    const bothOther = await insertKey(services, { merchantIds: ['mer_foreign', 'mer_gone'] })
    expect(await idsOf(resource, { by: bothOther })).toEqual([idOf(resource, 'foreign')])
    expect((await get(recordOf(resource, 'own'), { by: bothOther })).status).toBe(404)
  })

  it('are opened by their own scope and by no other', async () => {
    const right: KeyScope = scopeOf[resource]
    const alone = await insertKey(services, { scopes: [right] })
    const others = await insertKey(services, { scopes: keyScopes.filter((scope) => scope !== right) })
    for (const path of [resource, recordOf(resource, 'own')]) {
      expect((await get(path, { by: alone })).status).toBe(200)
      expect(await refusalOf(get(path, { by: others }))).toMatchObject({ status: 403, reason: 'KEY_SCOPE' })
    }
  })

  it('§G9 are opened by no session, no matter who it is of', async () => {
    for (const headers of Object.values(await knockAsEach(services)))
      for (const path of [resource, recordOf(resource, 'own')])
        expect((await app.request(`/v1/${path}`, { headers })).status).toBe(401)
  })

  it('are named by merchant, by time of change, and by fields', async () => {
    expect(await idsOf(`${resource}?merchantId=mer_own`)).toEqual([idOf(resource, 'own')])
    const now = services.clock.now()
    expect(await idsOf(`${resource}?since=${now.toISOString()}`)).toHaveLength(2)
    expect(await idsOf(`${resource}?since=${new Date(now.getTime() + 1).toISOString()}`)).toEqual([])
    const { data } = await listOf(
      `${resource}?fields=merchantId,id&limit=1`.replace(
        'merchantId,',
        resource === 'merchants' ? 'name,' : 'merchantId,',
      ),
    )
    expect(Object.keys(data[0] ?? {})).toEqual(['id', resource === 'merchants' ? 'name' : 'merchantId'])
    expect(await refusalOf(get(`${resource}?fields=id,taxId`))).toMatchObject({
      status: 400,
      reason: 'READ_FIELD',
      field: 'fields',
      message: expect.stringContaining('“taxId”'),
    })
  })

  it('come page by page, and a mark of each page spares who has it', async () => {
    const first = await get(`${resource}?limit=1`)
    const { data, nextCursor } = (await first.json()) as List
    const second = await listOf(`${resource}?limit=1&cursor=${nextCursor}`)
    expect(sortedIds([...data, ...second.data])).toEqual([idOf(resource, 'foreign'), idOf(resource, 'own')])
    expect(second.nextCursor).toBeNull()
    expect(first.headers.get('link')).toBe(`</v1/${resource}?limit=1&cursor=${nextCursor}>; rel="next"`)
    const etag = first.headers.get('etag') ?? ''
    for (const path of [`${resource}?limit=1`, recordOf(resource, 'own')]) {
      const mark = (await get(path)).headers.get('etag') ?? ''
      const again = await get(path, { headers: { 'if-none-match': `"other", W/${mark}` } })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', mark])
      expect(again.headers.get('cache-control')).toBe('private, no-cache')
      expect(again.headers.has('ratelimit-remaining')).toBe(true)
    }
    expect((await get(`${resource}?limit=1&format=csv`)).headers.get('etag')).not.toBe(etag)
  })

  it('are rows of a spreadsheet', async () => {
    for (const response of [
      await get(`${resource}?format=csv`),
      await get(resource, { headers: { accept: 'text/csv' } }),
    ]) {
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const lines = (await response.text()).trimEnd().split('\r\n')
      expect(lines).toHaveLength(3)
      expect(lines[0]).toMatch(/^\uFEFF?id,/)
    }
  })
})

describe('the description', () => {
  it('is for everybody: the document, and a page to browse it', async () => {
    const document = (await (await app.request('/v1/openapi.json')).json()) as { openapi: string; paths: object }
    expect(document.openapi).toBe('3.1.0')
    for (const resource of resources) expect(Object.keys(document.paths)).toContain(`/v1/${resource}/{id}`)
    const html = await (await app.request('/v1/docs')).text()
    expect(html).toContain('/v1/docs/initialize.js')
    expect(await (await app.request('/v1/docs/initialize.js')).text()).toContain("url: '/v1/openapi.json'")
  })
})

describe('a key that reads', () => {
  it('hears how often it may, also when it is refused', async () => {
    const slow = await insertKey(services, { requestsPerMinute: 2 })
    const left = async () => {
      const { status, headers } = await get('plans', { by: slow })
      return [status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]
    }
    expect([await left(), await left(), await left()]).toEqual([
      [200, '2', '1'],
      [200, '2', '0'],
      [429, '2', '0'],
    ])
  })

  it('reads nothing from the request on after it was revoked, without a key or with half of one', async () => {
    await services.db.update(apiKeys).set({ revokedAt: services.clock.now() }).where(eq(apiKeys.id, everywhere.keyId))
    const halved = { ...atOwn, secret: atOwn.secret.slice(0, -1) }
    for (const by of [everywhere, halved, { ...atOwn, secret: '' }])
      expect(await refusalOf(get('plans', { by }))).toMatchObject({ status: 401, reason: 'KEY_UNKNOWN' })
  })

  it('asks with HEAD for the mark alone', async () => {
    const [head, whole] = [await get('plans', { method: 'HEAD' }), await get('plans')]
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', whole.headers.get('etag')])
  })
})
