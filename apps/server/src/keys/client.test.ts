import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, QuaffError } from '@quaff/client/source'
import { insertKey, type TestKey } from '@quaff/features/api-keys/testing/api-key-factory'
import { resources, resourceSchemas } from '@quaff/features/read-api/contract'
import { apiDocument } from '@quaff/features/read-api/server'
import { insertReadable, subscriptionRow } from '@quaff/features/read-api/testing/readable-factory'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'
import { clientTypes } from '../testing/client/client-types'

const generated = new URL('../../../../packages/client/src/api.gen.ts', import.meta.url)

describe('the types of the client', () => {
  it('are what the document gives', () => {
    const made = clientTypes(apiDocument())
    if (process.env['WRITE_CLIENT']) writeFileSync(generated, made)
    expect(readFileSync(generated, 'utf8')).toBe(made)
  })
})

describe('the client', () => {
  let services: TestServices
  let app: ReturnType<typeof buildServer>
  let key: TestKey

  beforeAll(async () => {
    services = await createTestServices()
    app = buildServer(services, { mount: (server) => mountApi(server, services) })
    await insertReadable(services, 'own')
    key = await insertKey(services)
  })
  afterAll(() => services.close())

  const open = (secret = key.secret, waited: number[] = []) =>
    createClient({
      baseUrl: 'http://quaff.test/',
      secret,
      fetch: async (url, init) => app.request(url.replace('http://quaff.test', ''), init),
      wait: async (seconds) => void waited.push(seconds),
    })

  it('lists and gets every resource', async () => {
    const { list, get } = open()
    for (const resource of resources) {
      const { data, nextCursor } = await list(resource)
      expect([data.length, nextCursor]).toEqual([1, null])
      expect(resourceSchemas[resource].safeParse(data[0]).success).toBe(true)
    }
    expect(await get('plans', 'pln_own')).toMatchObject({ name: 'Daily own' })
    expect(await get('promotions', 'mer_own:happy_hour')).toMatchObject({ enabled: true })
    const redeemedAt = services.clock.now().toISOString()
    expect(await get('redemptions', 'red_own', { redeemedAt })).toMatchObject({ status: 'voided' })
  })

  it('walks all pages, with the fields that were asked', async () => {
    const details = { merchantId: 'mer_own' }
    const ids = Array.from({ length: 30 }, (_, index) => `sub_${String(index).padStart(2, '0')}`)
    await services.db.insert(subscriptions).values(ids.map((id) => subscriptionRow(services, { id, ...details })))
    const rows: { id: string; monthlyMinor: number }[] = []
    const query = { limit: 7, status: 'active' as const, fields: ['id' as const, 'monthlyMinor' as const] }
    for await (const row of open().paginate('subscriptions', query)) rows.push(row)
    expect(rows.map(({ id }) => id).toSorted()).toEqual([...ids, 'sub_own'])
    expect(Object.keys(rows[0] ?? {})).toEqual(['id', 'monthlyMinor'])
  })

  it('reports what the server refuses, and waits for the given time', async () => {
    await expect(open().get('plans', 'pln_none')).rejects.toThrow(QuaffError)
    await expect(open('qk_live_unknown').list('plans')).rejects.toMatchObject({
      status: 401,
      problem: { reason: 'KEY_UNKNOWN' },
    })
    const slow = await insertKey(services, { requestsPerMinute: 1 })
    const waited: number[] = []
    await open(slow.secret).list('plans')
    await expect(open(slow.secret, waited).list('plans')).rejects.toMatchObject({ status: 429 })
    expect(waited).toHaveLength(3)
    expect(Math.min(...waited)).toBeGreaterThan(0)
  })
})
