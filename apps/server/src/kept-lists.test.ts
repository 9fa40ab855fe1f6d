import { PgSelectBase } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedDemo } from '@quaff/database/demo/seed-demo'
import { locationSorts } from '@quaff/features/locations/contract'
import { merchantSorts, merchantStatuses, merchantTabs } from '@quaff/features/merchants/contract'
import { planSorts, planStatuses } from '@quaff/features/plans/contract'
import { subscriptionStatuses } from '@quaff/features/subscriptions/contract'
import { userSorts, userStatuses, userTabs } from '@quaff/features/users/contract'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'
import { findDemoIds, type DemoIds } from './testing/budgets/demo-ids'
import { asClient } from './testing/matrix/as-client'

let services: TestServices
let app: ReturnType<typeof buildServer>
let ids: DemoIds
let people: string[]
const differing: string[] = []
let compared = 0
let stopComparing = () => {}

beforeAll(async () => {
  services = await createTestServices()
  await seedDemo(services, { merchants: 6, subscriptions: 300 })
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  ids = await findDemoIds(services.database.pool)
  const { rows } = await services.database.pool.query<{ id: string }>(
    'select id from merchants where id <> $1 order by id limit 2',
    [ids.merchantId],
  )
  const all = [
    await asAdmin(services),
    await asOwner(services, [ids.merchantId]),
    await asViewer(services, [ids.merchantId, ...rows.map(({ id }) => id)]),
    await asOwner(services, []),
  ]
  people = all.map(({ sessionId }) => sessionId)
  stopComparing = compareEach()
}, 120_000)
afterAll(async () => {
  stopComparing()
  await services.close()
})

interface Select {
  toSQL(): { sql: string; params: unknown[] }
}
type Prepare = (this: Select, name: unknown) => { getQuery(): object }

/** Every select from here on is also made anew; what it answers with ends that. */
function compareEach(): () => void {
  const own: Prepare = Reflect.get(PgSelectBase.prototype, '_prepare')
  const comparing: Prepare = function (name) {
    const prepared = own.call(this, name)
    const anew = this.toSQL()
    compared += 1
    if (!isDeepStrictEqual(prepared.getQuery(), { sql: anew.sql, params: anew.params })) differing.push(anew.sql)
    return prepared
  }
  Object.assign(PgSelectBase.prototype, { _prepare: comparing })
  return () => void Object.assign(PgSelectBase.prototype, { _prepare: own })
}

async function ask(path: string, input: object, sessionId: string): Promise<{ ok: boolean; cursor: string | null }> {
  const response = await app.request(`/rpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sessionId}` },
    body: JSON.stringify(asClient(input)),
  })
  const { json } = (await response.json()) as { json: { nextCursor?: string | null } }
  return { ok: response.ok, cursor: json.nextCursor ?? null }
}

const some = fc.constantFrom
const words = some('a', 'tea', 'o', '100%', "O'Hara", 'zzz nothing')
const moments = fc.date({ min: new Date('2024-01-01'), max: new Date('2031-01-01'), noInvalidDate: true })
const span = { createdFrom: moments, createdTo: moments }
const page = { order: some('asc', 'desc'), limit: some(1, 2, 20) }

/** Any question to each list; keys that are not required are there or not. */
const questions = {
  'merchants/list': fc.record(
    {
      ...page,
      ...span,
      tab: some(...merchantTabs),
      sort: some(...merchantSorts),
      q: words,
      status: some(...merchantStatuses),
      category: words,
      hasBank: fc.boolean(),
      isLive: fc.boolean(),
      needsReview: fc.boolean(),
    },
    { requiredKeys: ['limit'] },
  ),
  'users/list': fc.record(
    {
      ...page,
      ...span,
      tab: some(...userTabs),
      sort: some(...userSorts),
      q: words,
      role: some('customer', 'merchant_owner', 'merchant_accounts'),
      status: some(...userStatuses),
      merchantId: some('own', 'mer_missing'),
    },
    { requiredKeys: ['limit'] },
  ),
  'subscriptions/list': fc.record(
    { ...span, limit: page.limit, status: some(...subscriptionStatuses), merchantId: some('own', 'mer_missing') },
    { requiredKeys: ['limit'] },
  ),
  'locations/list': fc.record(
    {
      ...page,
      sort: some(...locationSorts),
      q: words,
      status: some('open', 'closed'),
      merchantId: some('own', 'mer_missing'),
    },
    { requiredKeys: ['limit', 'merchantId'] },
  ),
  'plans/list': fc.record(
    {
      order: page.order,
      sort: some(...planSorts),
      q: words,
      status: some(...planStatuses),
      merchantId: some('own', 'mer_missing'),
    },
    { requiredKeys: ['merchantId'] },
  ),
  'merchants/get': fc.record({ merchantId: some('own', 'mer_missing') }),
  'merchants/options': fc.record({ q: words }, { requiredKeys: [] }),
} satisfies Record<string, fc.Arbitrary<object>>

it.each(Object.entries(questions))(
  '%s: with any filter, order and cursor, whoever asks',
  async (path, question) => {
    const before = compared
    let answered = 0
    const asked = fc.tuple(question as fc.Arbitrary<{ merchantId?: string; limit?: number }>, fc.nat({ max: 3 }))
    for (const [{ merchantId, ...input }, person] of fc.sample(asked, { numRuns: 100, seed: 14 })) {
      const whole = { ...input, ...(merchantId && { merchantId: merchantId === 'own' ? ids.merchantId : merchantId }) }
      const { ok, cursor } = await ask(path, whole, people[person] ?? '')
      if (ok) answered += 1
      if (cursor) await ask(path, { ...whole, cursor }, people[person] ?? '')
    }
    expect(differing).toEqual([])
    expect(answered).toBeGreaterThan(30)
    expect(compared - before).toBeGreaterThanOrEqual(answered)
  },
  60_000,
)
