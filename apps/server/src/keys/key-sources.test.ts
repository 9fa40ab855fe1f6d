import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertKey, signatureOf, type TestKey } from '@quaff/features/api-keys/testing/api-key-factory'
import { ingestRefusals } from '@quaff/features/ingest/refusals'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { eventRefusals, eventSources } from '@quaff/features/sources/tables'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'

let services: TestServices
let app: ReturnType<typeof buildServer>
let key: TestKey

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
})
beforeEach(async () => {
  await insertMerchants(services, [{ id: 'mer_a' }])
  key = await insertKey(services)
})
afterEach(() => services.database.truncate())

function post(path: string, sent: object, headers: Record<string, string> = {}) {
  const body = JSON.stringify(sent)
  const signature = signatureOf(key, body, services.clock.now())
  return app.request(path, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key.secret}`,
      'quaff-signature': signature,
      ...headers,
    },
  })
}
const sources = () => services.db.select().from(eventSources)
const refusals = () => services.db.select().from(eventRefusals)

it('a batch names its source, its newest event and what of it was refused', async () => {
  const redeemedAt = new Date(services.clock.now().getTime() - 30_000)
  const drink = { eventId: 'evt_1', id: 'red_1', merchantId: 'mer_a', redeemedAt: redeemedAt.toISOString() }
  const stranger = { ...drink, eventId: 'evt_2', id: 'red_2', userId: 'unknown' }
  await post('/ingest/redemptions', { events: [drink, stranger, { ...stranger, eventId: 'evt_3', id: 'red_3' }] })
  expect(await sources()).toMatchObject([
    { sourceId: key.keyId, kind: 'redemptions', name: 'App server', eventAt: redeemedAt, lagMs: 30_000 },
  ])
  expect(await refusals()).toMatchObject([{ code: 'UNKNOWN_USER', count: 2, field: 'userId', eventId: 'evt_3' }])
})

it('a request that is refused as a whole is counted by its reason, and one with no right key is no one’s', async () => {
  await post('/ingest/users', { events: [{}] }, { 'quaff-signature': `t=1,v1=${'0'.repeat(64)}` })
  await post('/ingest/users', { events: [{}] }, { authorization: 'Bearer qk_live_none' })
  expect(await refusals()).toMatchObject([{ kind: 'users', code: 'SIGNATURE_WRONG', count: 1, eventId: null }])
})

it('a used Idempotency-Key asks for a new one, since trying again cannot help', async () => {
  await post('/v1/redemptions', { userId: 'per_1', merchantId: 'mer_a' }, { 'idempotency-key': 'request-1' })
  const answer = await post(
    '/v1/redemptions',
    { userId: 'per_2', merchantId: 'mer_a' },
    { 'idempotency-key': 'request-1' },
  )
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ reason: 'REQUEST_KEY', message: ingestRefusals.REQUEST_KEY.text })
})

it('a decision is noted without anyone waiting for it', async () => {
  await post('/v1/redemptions', { userId: 'per_1', merchantId: 'mer_a' }, { 'idempotency-key': 'request-1' })
  await expect.poll(sources).toMatchObject([{ kind: 'decisions', lagMs: 0 }])
})
