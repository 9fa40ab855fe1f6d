import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { apiKeys, apiKeySecrets } from '@quaff/features/api-keys/tables'
import { insertKey, signatureOf, type TestKey } from '@quaff/features/api-keys/testing/api-key-factory'
import { ingestLimits } from '@quaff/features/ingest/contract'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { redemptionHours, redemptions } from '@quaff/features/redemptions/tables'
import { subscriptionCharges, subscriptions } from '@quaff/features/subscriptions/tables'
import { adminAuditLogs, liveEvents } from '@quaff/platform/server/tables'
import { asAdmin, asCustomer, asOwner } from '@quaff/platform/testing/actors'
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
  await insertMerchants(services, [{ id: 'mer_a' }, { id: 'mer_b' }])
  key = await insertKey(services)
})
afterEach(() => services.database.truncate())

type Requested = { by?: TestKey; headers?: Record<string, string>; at?: Date }

function post(path: string, body: string, { by = key, headers = {}, at = services.clock.now() }: Requested = {}) {
  const signed = { authorization: `Bearer ${by.secret}`, 'quaff-signature': signatureOf(by, body, at) }
  return app.request(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...signed, ...headers },
  })
}

async function send(kind: string, events: object[], requested: Requested = {}) {
  const response = await post(`/ingest/${kind}`, JSON.stringify({ events }), requested)
  expect(response.status).toBe(200)
  const { results } = (await response.json()) as { results: { outcome: string; code?: string; field?: string }[] }
  return results.map(({ outcome, code, field }) => [outcome, code, field].filter(Boolean).join(' '))
}

async function refusalOf(response: Response | Promise<Response>) {
  const { status, headers } = await response
  const { reason } = (await (await response).json()) as { reason: string }
  return { status, reason, left: headers.get('ratelimit-remaining') }
}

const ago = (minutes: number) => new Date(services.clock.now().getTime() - minutes * 60_000).toISOString()
let counted = 0
const drink = (details: object = {}) => {
  counted += 1
  return { eventId: `evt_${counted}`, id: `red_${counted}`, merchantId: 'mer_a', redeemedAt: ago(5), ...details }
}
const pass = (details: object = {}) => {
  counted += 1
  const period = { currentPeriodStart: ago(60), currentPeriodEnd: ago(-60) }
  const state = { status: 'active', amountMinor: 2_900, currency: 'USD', createdAt: ago(60), ...period }
  return { eventId: `evt_${counted}`, occurredAt: ago(60), id: 'sub_1', merchantId: 'mer_a', ...state, ...details }
}
const person = (details: object = {}) => {
  counted += 1
  return { eventId: `evt_${counted}`, occurredAt: ago(60), id: 'per_1', email: 'ana@people.test', ...details }
}

describe('who is let in', () => {
  const body = '{"events":[{}]}'

  it('an unknown, a revoked, an expired and a rotated-out key get one and the same answer', async () => {
    const now = services.clock.now()
    const unknown = { ...key, secret: `${key.secret.slice(0, -1)}${key.secret.endsWith('A') ? 'B' : 'A'}` }
    const revoked = await insertKey(services, { revokedAt: now })
    const expired = await insertKey(services, { expiresAt: now })
    const rotated = await insertKey(services)
    await services.db.update(apiKeySecrets).set({ validUntil: now }).where(eq(apiKeySecrets.apiKeyId, rotated.keyId))
    const answers = []
    for (const by of [unknown, revoked, expired, rotated]) {
      const response = await post('/ingest/users', body, { by })
      const { requestId: _, ...words } = (await response.json()) as Record<string, unknown>
      answers.push(JSON.stringify([response.status, words]))
    }
    answers.push(...(await noKey()))
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('Invalid API key.')
  })

  async function noKey() {
    const response = await post('/ingest/users', body, { headers: { authorization: '' } })
    const { requestId: _, ...words } = (await response.json()) as Record<string, unknown>
    return [JSON.stringify([response.status, words])]
  }

  it('a key that is revoked fails its next request', async () => {
    expect(await send('redemptions', [drink()])).toEqual(['created'])
    await services.db.update(apiKeys).set({ revokedAt: services.clock.now() }).where(eq(apiKeys.id, key.keyId))
    expect(await refusalOf(post('/ingest/redemptions', body))).toMatchObject({ status: 401, reason: 'KEY_UNKNOWN' })
  })

  it('the secret before a rotation works until its end', async () => {
    const validUntil = new Date(services.clock.now().getTime() + 60_000)
    await services.db.update(apiKeySecrets).set({ validUntil }).where(eq(apiKeySecrets.apiKeyId, key.keyId))
    expect(await send('redemptions', [drink()])).toEqual(['created'])
    services.clock.advance(60_000)
    expect(await refusalOf(post('/ingest/redemptions', body))).toMatchObject({ status: 401, reason: 'KEY_UNKNOWN' })
  })

  it('a key without the scope learns which one it lacks', async () => {
    const by = await insertKey(services, { scopes: ['ingest:users', 'redemptions:decide'] })
    expect(await refusalOf(post('/ingest/redemptions', body, { by }))).toMatchObject({
      status: 403,
      reason: 'KEY_SCOPE',
    })
  })

  it('a key has its own number of requests a minute, told in the headers', async () => {
    const by = await insertKey(services, { requestsPerMinute: 2 })
    const first = await post('/ingest/redemptions', JSON.stringify({ events: [drink()] }), { by })
    expect(['limit', 'remaining'].map((name) => first.headers.get(`ratelimit-${name}`))).toEqual(['2', '1'])
    await post('/ingest/redemptions', body, { by })
    const third = await post('/ingest/redemptions', body, { by })
    expect(third.status).toBe(429)
    expect(third.headers.get('retry-after')).toBe(third.headers.get('ratelimit-reset'))
    expect((await post('/ingest/redemptions', JSON.stringify({ events: [drink()] }))).status).toBe(200)
  })

  it('notes when a key was used, to the minute', async () => {
    const used = async () => (await services.db.select().from(apiKeys).where(eq(apiKeys.id, key.keyId)))[0]?.lastUsedAt
    await send('redemptions', [drink()])
    await expect.poll(used).toEqual(services.clock.now())
    const first = services.clock.now()
    services.clock.advance(30_000)
    await send('redemptions', [drink()])
    expect(await used()).toEqual(first)
  })

  it('a session of an administrator opens nothing here', async () => {
    await asAdmin(services)
    const response = app.request('/ingest/users', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', cookie: 'quaff_session=anything' },
    })
    expect(await refusalOf(response)).toMatchObject({ status: 401, reason: 'KEY_UNKNOWN' })
  })
})

describe('what is read', () => {
  const body = JSON.stringify({ events: [] })
  const gzip = { 'content-encoding': 'gzip' }
  const late = (seconds: number) => new Date(services.clock.now().getTime() + seconds * 1_000)

  it.each([
    [
      'no signature',
      () => post('/ingest/users', body, { headers: { 'quaff-signature': '' } }),
      401,
      'SIGNATURE_MISSING',
    ],
    ['that of another body', () => otherBody(), 401, 'SIGNATURE_WRONG'],
    ['a late one', () => post('/ingest/users', body, { at: late(-301) }), 401, 'SIGNATURE_LATE'],
    ['one from the future', () => post('/ingest/users', body, { at: late(301) }), 401, 'SIGNATURE_LATE'],
    ['half a body', () => post('/ingest/users', '{"events":[{"a'), 400, 'BODY_CUT'],
    ['no events', () => post('/ingest/users', body), 400, 'BODY_SHAPE'],
    ['no list', () => post('/ingest/users', '[]'), 400, 'BODY_SHAPE'],
    ['names of prototypes', () => post('/ingest/users', '{"events":[{"__proto__":{}}]}'), 400, 'BODY_SHAPE'],
    ['1,001 events', () => post('/ingest/users', JSON.stringify({ events: Array(1_001).fill({}) })), 400, 'BODY_SHAPE'],
    ['2 MB and more', () => post('/ingest/users', 'x'.repeat(ingestLimits.requestBytes + 1)), 413, 'TOO_LARGE'],
    ['a form', () => post('/ingest/users', 'a=b', { headers: { 'content-type': 'text/plain' } }), 400, 'CONTENT_TYPE'],
    ['a packed body', () => post('/ingest/users', body, { headers: gzip }), 415, 'CONTENT_ENCODING'],
    ['another kind', () => post('/ingest/payouts', body), 404, 'INGEST_KIND'],
    ['a look', () => Promise.resolve(app.request('/ingest/users')), 404, 'INGEST_KIND'],
  ])('%s is refused', async (_what, ask, status, reason) => {
    expect(await refusalOf(await ask())).toMatchObject({ status, reason })
  })

  const otherBody = () => {
    const signature = signatureOf(key, '{"events":[1]}', services.clock.now())
    return post('/ingest/users', body, { headers: { 'quaff-signature': signature } })
  }

  it('a signature of 300 seconds ago still counts', async () => {
    expect(await send('redemptions', [drink()], { at: late(-300) })).toEqual(['created'])
  })
})

describe('redemptions', () => {
  it('are written with their counter, told to live readers, and noted once', async () => {
    expect(await send('redemptions', [drink(), drink()])).toEqual(['created', 'created'])
    expect(await services.db.select().from(redemptionHours)).toMatchObject([{ merchantId: 'mer_a', count: 2 }])
    const told = await services.db.select().from(liveEvents)
    expect(told.map(({ topic, merchantId }) => [topic, merchantId])).toContainEqual(['redemption', 'mer_a'])
    const [audit, ...more] = await services.db.select().from(adminAuditLogs)
    expect([audit, more]).toMatchObject([
      { action: 'ingest_redemptions', targetId: key.keyId, after: { key: 'App server', created: 2, updated: 0 } },
      [],
    ])
  })

  it('one bad event keeps the other 999', async () => {
    const events = Array.from({ length: 1_000 }, () => drink())
    events[500] = drink({ redeemedAt: '2026-03-01' })
    const results = await send('redemptions', events)
    expect(results[500]).toBe('refused INVALID_FIELD redeemedAt')
    expect(results.filter((result) => result === 'created')).toHaveLength(999)
    expect(await services.db.$count(redemptions)).toBe(999)
  })

  it('a batch that comes again does nothing; nor does the same drink in another event', async () => {
    const first = drink()
    expect(await send('redemptions', [first, first])).toEqual(['created', 'duplicate'])
    expect(await send('redemptions', [first])).toEqual(['duplicate'])
    expect(await send('redemptions', [{ ...first, eventId: 'evt_again' }])).toEqual(['same'])
    expect(await services.db.$count(redemptions)).toBe(1)
    expect(await services.db.$count(adminAuditLogs)).toBe(1)
  })

  it('50 deliveries of one batch at the same time have one effect', async () => {
    const batch = [drink(), drink(), drink()]
    const all = await Promise.all(Array.from({ length: 50 }, () => send('redemptions', batch)))
    expect(all.flat().filter((result) => result === 'created')).toHaveLength(3)
    expect(all.flat().filter((result) => result === 'duplicate')).toHaveLength(147)
    expect(await services.db.select().from(redemptionHours)).toMatchObject([{ count: 3 }])
  })

  it('a voided one stays voided, in one batch and when it comes late', async () => {
    const first = drink()
    const voided = { ...first, eventId: 'evt_void', status: 'voided' }
    expect(await send('redemptions', [voided, first])).toEqual(['updated', 'created'])
    expect(await send('redemptions', [{ ...first, eventId: 'evt_late' }])).toEqual(['older'])
    expect(await services.db.select().from(redemptions)).toMatchObject([{ status: 'voided' }])
  })

  it.each([
    ['IN_THE_FUTURE redeemedAt', () => ({ redeemedAt: ago(-6) })],
    ['TOO_OLD redeemedAt', () => ({ redeemedAt: ago(401 * 1_440) })],
    ['UNKNOWN_MERCHANT merchantId', () => ({ merchantId: 'mer_gone' })],
    ['UNKNOWN_USER userId', () => ({ userId: 'usr_gone' })],
    ['UNKNOWN_PLAN planId', () => ({ planId: 'pla_gone' })],
    ['UNKNOWN_LOCATION locationId', () => ({ locationId: 'loc_gone' })],
    ['UNKNOWN_SUBSCRIPTION subscriptionId', () => ({ subscriptionId: 'sub_gone' })],
    ['INVALID_FIELD merchant', () => ({ merchant: 'mer_a' })],
  ])('%s is refused, and may be sent again', async (error, details) => {
    const bad = drink(details())
    expect(await send('redemptions', [bad])).toEqual([`refused ${error}`])
    expect(await send('redemptions', [drink({ eventId: bad.eventId })])).toEqual(['created'])
  })

  it('a key of one merchant reaches no other, neither by name nor by the id of a drink', async () => {
    const by = await insertKey(services, { merchantIds: ['mer_a'] })
    const other = drink({ merchantId: 'mer_b' })
    await send('redemptions', [other])
    expect(
      await send('redemptions', [drink(), drink({ merchantId: 'mer_b' }), drink({ merchantId: 'mer_gone' })], { by }),
    ).toEqual(['created', 'refused FOREIGN_MERCHANT merchantId', 'refused FOREIGN_MERCHANT merchantId'])
    const taken = { ...other, merchantId: 'mer_a', status: 'voided' }
    expect(await send('redemptions', [taken], { by })).toEqual(['refused FOREIGN_MERCHANT merchantId'])
    expect(await services.db.select().from(redemptions).where(eq(redemptions.merchantId, 'mer_b'))).toMatchObject([
      { status: 'completed' },
    ])
  })
})

describe('subscriptions', () => {
  it('a period that ends before it starts is refused', async () => {
    expect(await send('subscriptions', [pass({ currentPeriodEnd: ago(61) })])).toEqual([
      'refused INVALID_FIELD currentPeriodEnd',
    ])
    expect(await send('subscriptions', [pass({ currentPeriodEnd: ago(60) })])).toEqual(['created'])
  })

  it('an older state never wins, whenever it comes', async () => {
    expect(await send('subscriptions', [pass()])).toEqual(['created'])
    expect(await send('subscriptions', [pass({ occurredAt: ago(10), status: 'past_due' })])).toEqual(['updated'])
    expect(await send('subscriptions', [pass({ occurredAt: ago(30) })])).toEqual(['older'])
    expect(await services.db.select().from(subscriptions)).toMatchObject([
      { status: 'past_due', billingCurrency: 'usd' },
    ])
  })

  it('the states of one subscription in one batch are taken in their order: what was paid is charged', async () => {
    const canceled = pass({ occurredAt: ago(10), status: 'canceled' })
    expect(await send('subscriptions', [canceled, pass()])).toEqual(['updated', 'created'])
    expect(await services.db.select().from(subscriptions)).toMatchObject([{ status: 'canceled' }])
    expect(await services.db.select().from(subscriptionCharges)).toMatchObject([{ amountMinor: 2_900 }])
  })

  it('no one takes the subscription of another merchant by its id', async () => {
    await send('subscriptions', [pass({ merchantId: 'mer_b' })])
    const by = await insertKey(services, { merchantIds: ['mer_a'] })
    expect(await send('subscriptions', [pass({ occurredAt: ago(1) })], { by })).toEqual([
      'refused FOREIGN_MERCHANT merchantId',
    ])
    expect(await services.db.select().from(subscriptions)).toMatchObject([{ merchantId: 'mer_b' }])
  })

  it('50 different states at the same time leave the newest', async () => {
    const states = Array.from({ length: 50 }, (_, index) =>
      pass({ occurredAt: ago(index), amountMinor: 1_000 + index }),
    )
    await Promise.all(states.map((state) => send('subscriptions', [state])))
    expect(await services.db.select().from(subscriptions)).toMatchObject([{ amountMinor: 1_000 }])
  })
})

describe('people', () => {
  const stored = async () => (await services.db.select().from(users).where(eq(users.id, 'per_1')))[0]

  it('are customers, change with newer events only, and keep what an event does not say', async () => {
    expect(await send('users', [person({ displayName: 'Ana' })])).toEqual(['created'])
    expect(await send('users', [person({ occurredAt: ago(10), phoneNumber: '+49 1' })])).toEqual(['updated'])
    expect(await send('users', [person({ occurredAt: ago(30), displayName: 'Old' })])).toEqual(['older'])
    expect(await send('users', [person({ occurredAt: ago(5) })])).toEqual(['same'])
    expect(await stored()).toMatchObject({
      displayName: 'Ana',
      phoneNumber: '+49 1',
      role: 'customer',
      status: 'active',
    })
    expect((await stored())?.createdAt).toEqual(new Date(ago(60)))
  })

  it('an address that is taken is left out and reported', async () => {
    await asCustomer(services, { email: 'ana@people.test' })
    expect(await send('users', [person()])).toEqual(['created EMAIL_TAKEN email'])
    expect(await stored()).toMatchObject({ emailIsPlaceholder: true })
  })

  it('staff is no one else’s to change, and who was erased stays so', async () => {
    const staff = [await asAdmin(services), await asOwner(services, ['mer_a'])]
    const erased = await asCustomer(services)
    await services.db.update(users).set({ erasedAt: services.clock.now() }).where(eq(users.id, erased.userId))
    const events = [...staff, erased].map(({ userId: id }) =>
      person({ id, occurredAt: ago(0), email: 'new@people.test' }),
    )
    expect(await send('users', events)).toEqual([
      'refused STAFF_ACCOUNT id',
      'refused STAFF_ACCOUNT id',
      'refused ERASED_PERSON id',
    ])
    expect((await services.db.select().from(users)).map(({ email }) => email)).not.toContain('new@people.test')
  })

  it.each([
    ['role', 'quaff_admin'],
    ['claims', { admin: true }],
    ['status', 'active'],
  ])('an event that says %s is refused: that is the console’s to say', async (name, value) => {
    expect(await send('users', [person({ [name]: value })])).toEqual([`refused INVALID_FIELD ${name}`])
  })
})
