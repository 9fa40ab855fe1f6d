import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'

let services: TestServices
let app: ReturnType<typeof buildServer>
const merchantId = 'mer_1'
const bankInfo = {
  routingNumber: '021000021',
  accountNumber: '000123456789',
  accountName: 'A Bar LLC',
  accountType: 'checking',
}

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  await insertMerchant(services, { id: merchantId, bankVerifiedAt: null })
})

async function ask(path: string, input: object) {
  const { sessionId } = await asOwner(services, [merchantId])
  const response = await app.request(`/rpc/${path}`, {
    method: 'POST',
    body: JSON.stringify({ json: input }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sessionId}` },
  })
  return { status: response.status, text: await response.text() }
}

/** While it lasts, the table can neither be read nor written. */
async function without<T>(table: string, run: () => Promise<T>): Promise<T> {
  await services.db.$client.query(`alter table ${table} rename to ${table}_away`)
  try {
    return await run()
  } finally {
    await services.db.$client.query(`alter table ${table}_away rename to ${table}`)
  }
}

describe('merchant, location, plan and banking errors are logged and rethrown (spec §8)', () => {
  it.each<[string, string, object]>([
    ['merchants/list', 'merchants', {}],
    ['merchants/get', 'merchants', { merchantId }],
    ['merchants/update', 'merchants', { merchantId, version: 1, changes: { name: 'New' } }],
    ['locations/list', 'locations', { merchantId }],
    ['locations/create', 'locations', { merchantId, name: 'Harbour' }],
    ['plans/list', 'subscription_plans', { merchantId }],
    ['plans/create', 'subscription_plans', { merchantId, plan: { name: 'Daily Cup' } }],
    ['banking/get', 'merchant_bank_accounts', { merchantId }],
    ['banking/save', 'merchant_bank_accounts', { merchantId, version: 0, bankInfo }],
  ])('§8 %s without the table %s', async (path, table, input) => {
    const errors = () => services.log.lines.filter(({ event }) => event === 'request_failed')
    const before = errors().length
    const { status, text } = await without(table, () => ask(path, input))
    expect([status, JSON.parse(text)]).toMatchObject([500, { json: { data: { reason: 'UNEXPECTED' } } }])
    expect(text).not.toContain(table)
    expect(errors()).toHaveLength(before + 1)
    expect((await ask(path, input)).status).toBe(200)
  })
})
