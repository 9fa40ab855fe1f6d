import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertKey, type TestKey } from '@quaff/features/api-keys/testing/api-key-factory'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { payouts } from '@quaff/features/payouts/tables'
import { insertPayout } from '@quaff/features/payouts/testing/payout-factory'
import { resources } from '@quaff/features/read-api/contract'
import { subscriptionRow } from '@quaff/features/read-api/testing/readable-factory'
import { redemptions } from '@quaff/features/redemptions/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
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

const get = (path: string, by = key, headers: Record<string, string> = {}) =>
  app.request(`/v1/${path}`, { headers: { authorization: `Bearer ${by.secret}`, ...headers } })

type Row = Record<string, string>
type List = { data: Row[]; nextCursor: string | null }
const listOf = async (path: string, by = key) => (await (await get(path, by)).json()) as List

async function refusalOf(path: string, headers?: Record<string, string>) {
  const response = await get(path, key, headers)
  const { reason, field } = (await response.json()) as Row
  return [response.status, reason, field]
}

const later = (minutes: number) => new Date(services.clock.now().getTime() + minutes * 60_000)
const newSub = (id: string, at: Date, merchantId = 'mer_a') =>
  subscriptionRow(services, { id, merchantId, createdAt: at, updatedAt: at })

async function walk(path: string, betweenPages: (page: number) => Promise<unknown>): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  for (let page = 0; ; page += 1) {
    const { data, nextCursor }: List = await listOf(`${path}&limit=100${cursor === null ? '' : `&cursor=${cursor}`}`)
    rows.push(...data)
    if (nextCursor === null) return rows
    cursor = nextCursor
    await betweenPages(page)
  }
}

describe('a walk over 1,000 rows while rows are written', () => {
  const idAt = (index: number) => `sub_${String(index).padStart(4, '0')}`
  const all = Array.from({ length: 1_000 }, (_, index) => idAt(index))
  /** Creates one row per page, changes a read one and an unread one, and deletes an unread one. */
  const write = async (page: number) => {
    if (page > 8) return
    const [read, unread, gone] = [idAt(999 - page), idAt(page), idAt(page + 20)]
    await services.db.insert(subscriptions).values(newSub(`sub_new_${page}`, later(10_000 + page)))
    const change = { status: 'canceled', updatedAt: later(20_000 + page) }
    await services.db
      .update(subscriptions)
      .set(change)
      .where(inArray(subscriptions.id, [read, unread]))
    await services.db.delete(subscriptions).where(eq(subscriptions.id, gone))
  }
  const changed = Array.from({ length: 9 }, (_, page) => [idAt(999 - page), idAt(page)]).flat()
  const gone = Array.from({ length: 9 }, (_, page) => idAt(page + 20))
  const stayed = all.filter((id) => !gone.includes(id))

  beforeEach(async () => {
    await services.db.insert(subscriptions).values(all.map((id, index) => newSub(id, later(Math.floor(index / 7)))))
  })

  it('meets each row that was there all the time exactly once', async () => {
    const ids = (await walk('subscriptions?', write)).map(({ id = '' }) => id)
    expect(ids.filter((id) => stayed.includes(id)).toSorted()).toEqual(stayed)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('by what changed since, meets what changed in the meantime once more, and all else once', async () => {
    const rows = await walk('subscriptions?since=2020-01-01T00:00:00Z', write)
    const unchanged = stayed.filter((id) => !changed.includes(id))
    const ids = rows.map(({ id = '' }) => id)
    expect(ids.filter((id) => unchanged.includes(id)).toSorted()).toEqual(unchanged)
    const last = new Map(rows.map(({ id, status }) => [id, status]))
    for (const id of changed) expect(last.get(id), id).toBe('canceled')
    for (let page = 0; page < 9; page += 1) expect(last.has(`sub_new_${page}`)).toBe(true)
  })
})

describe('a cursor', () => {
  beforeEach(async () => {
    await services.db.insert(subscriptions).values([1, 2, 3].map((index) => newSub(`sub_${index}`, later(index))))
  })
  const first = async () => (await listOf('subscriptions?limit=1&merchantId=mer_a')).nextCursor ?? ''

  it('goes on where it was, with another limit, format or key', async () => {
    const cursor = await first()
    const other = await insertKey(services, { merchantIds: ['mer_a'] })
    const { data } = await listOf(`subscriptions?merchantId=mer_a&fields=id&cursor=${cursor}`, other)
    expect(data).toEqual([{ id: 'sub_2' }, { id: 'sub_1' }])
  })

  it.each([
    ['of another resource', 'redemptions?merchantId=mer_a&cursor='],
    ['without its filter', 'subscriptions?cursor='],
    ['with another filter', 'subscriptions?merchantId=mer_b&cursor='],
    ['with one more', 'subscriptions?merchantId=mer_a&status=active&cursor='],
    ['of another order', 'subscriptions?merchantId=mer_a&since=2020-01-01T00:00:00Z&cursor='],
  ])('%s is refused', async (_, path) => {
    expect(await refusalOf(`${path}${await first()}`)).toEqual([400, 'READ_CURSOR', 'cursor'])
  })

  it('that was forged, cut or made up is refused', async () => {
    const cursor = await first()
    const [mark, position] = [cursor.slice(0, 22), Buffer.from(cursor.slice(22), 'base64url').toString()]
    const moved = mark + Buffer.from(position.replace('sub_3', 'sub_0')).toString('base64url')
    for (const forged of [moved, cursor.slice(1), cursor.slice(0, -2), `${cursor}x`, 'x', 'x'.repeat(2_000), '%00'])
      expect(await refusalOf(`subscriptions?merchantId=mer_a&cursor=${forged}`)).toEqual([400, 'READ_CURSOR', 'cursor'])
  })
})

describe('a question that cannot be answered', () => {
  it.each([
    ['limit=0', 'READ_VALUE', 'limit'],
    ['limit=501', 'READ_VALUE', 'limit'],
    ['limit=1.5', 'READ_VALUE', 'limit'],
    ['limit=1e2', 'READ_VALUE', 'limit'],
    ['limit=', 'READ_VALUE', 'limit'],
    ['limit=10&limit=20', 'READ_TWICE', 'limit'],
    ['cursor=', 'READ_VALUE', 'cursor'],
    ['since=yesterday', 'READ_VALUE', 'since'],
    ['since=2026-12-01', 'READ_VALUE', 'since'],
    ['since=2026-12-01T08:30:00', 'READ_VALUE', 'since'],
    ['since=2026-02-30T08:30:00Z', 'READ_VALUE', 'since'],
    ['merchantId=%00', 'READ_VALUE', 'merchantId'],
    [`merchantId=${'x'.repeat(65)}`, 'READ_VALUE', 'merchantId'],
    ["merchantId=' or 1=1 --", 'READ_VALUE', 'merchantId'],
    ['format=xml', 'READ_VALUE', 'format'],
    ['fields=', 'READ_VALUE', 'fields'],
    ['fields=id,', 'READ_FIELD', 'fields'],
    ['fields=id,__proto__', 'READ_FIELD', 'fields'],
    ['offset=10', 'READ_PARAMETER', 'offset'],
    ['redeemedAt=2026-12-01T08:30:00Z', 'READ_PARAMETER', 'redeemedAt'],
    ['constructor=1', 'READ_PARAMETER', 'constructor'],
    ['__proto__=1', 'READ_PARAMETER', '__proto__'],
    ['toString=1', 'READ_PARAMETER', 'toString'],
  ])('%s is refused by name', async (search, reason, field) => {
    expect(await refusalOf(`subscriptions?${search}`)).toEqual([400, reason, field])
    expect(await refusalOf(`plans?${search}`)).toEqual([400, reason, field])
  })

  it('a name is shortened in the error message', async () => {
    const requested = `subscriptions?${'x'.repeat(5_000)}=1`
    expect(await refusalOf(requested)).toEqual([400, 'READ_PARAMETER', `${'x'.repeat(40)}…`])
  })

  it('a state is asked of subscriptions alone, and is one of theirs', async () => {
    expect(await refusalOf('subscriptions?status=asleep')).toEqual([400, 'READ_VALUE', 'status'])
    expect(await refusalOf('plans?status=active')).toEqual([400, 'READ_PARAMETER', 'status'])
  })

  it('a redemption is asked for with its time', async () => {
    expect(await refusalOf('redemptions/red_1')).toEqual([400, 'READ_TIME', 'redeemedAt'])
  })

  it('never breaks the server, whatever the address and the headers', async () => {
    const ids = ['%00', '%E0%A4%A', '..%2f..', "'", 'x'.repeat(9_000), '%F0%9F%98%80', 'null', '1e999', ':', '%25']
    const searches = [
      'since=9999-12-31T23:59:59Z',
      'since=0001-01-01T00:00:00Z',
      '&&&',
      '?',
      '=',
      '%',
      '%zz=%zz',
      'limit[]=1',
    ]
    const headers: Record<string, string>[] = [
      { accept: 'text/csv;q=' },
      { accept: '*/*, ,' },
      { 'if-none-match': ',"' },
      { 'if-none-match': 'x'.repeat(4_000) },
    ]
    for (const resource of resources) {
      for (const id of ids) expect((await get(`${resource}/${id}`)).status, id).toBeLessThan(500)
      const at = '?redeemedAt=0001-01-01T00:00:00Z'
      if (resource === 'redemptions')
        for (const id of ids) expect((await get(`${resource}/${id}${at}`)).status).toBe(404)
      for (const search of searches) expect((await get(`${resource}?${search}`)).status, search).toBeLessThan(500)
      for (const one of headers) expect((await get(resource, key, one)).status).toBe(200)
    }
    for (const path of ['', 'secrets', 'keys', 'merchants/x/y', '__proto__', 'constructor', 'toString', 'merchants/'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    expect(services.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s changes nothing', async (method) => {
    const headers = { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' }
    const { status } = await app.request('/v1/merchants/mer_a', { method, headers, body: '{}' })
    expect([403, 404, 405]).toContain(status)
    expect(await services.db.$count(merchants)).toBe(2)
  })
})

describe('what a list holds', () => {
  it('subscriptions by their state, also with since', async () => {
    const rows = [newSub('sub_1', later(1)), { ...newSub('sub_2', later(2)), status: 'past_due' }]
    await services.db.insert(subscriptions).values(rows)
    for (const since of ['', '&since=2020-01-01T00:00:00%2B02:00', '&since=2020-01-01T00:00:00+02:00'])
      expect((await listOf(`subscriptions?status=past_due&fields=id${since}`)).data).toEqual([{ id: 'sub_2' }])
  })

  it('newest redemptions first, and with since the oldest, of one merchant as of all', async () => {
    const drinks = [0, 1, 2].map((index) => ({ id: `red_${index}`, merchantId: 'mer_a', redeemedAt: later(-index) }))
    await services.db.insert(redemptions).values(drinks)
    const own = await insertKey(services, { merchantIds: ['mer_a'] })
    for (const by of [key, own]) {
      const ids = async (search: string) => (await listOf(`redemptions?${search}`, by)).data.map(({ id }) => id)
      expect(await ids('')).toEqual(['red_0', 'red_1', 'red_2'])
      expect(await ids(`since=${later(-1).toISOString()}`)).toEqual(['red_1', 'red_0'])
    }
  })

  it('§0020 drafts of payouts for a key of all merchants alone', async () => {
    await insertPayout(services, { id: 'pay_draft', merchantId: 'mer_a' })
    const own = await insertKey(services, { merchantIds: ['mer_a'] })
    expect((await listOf('payouts')).data).toHaveLength(1)
    expect((await listOf('payouts', own)).data).toEqual([])
    expect((await get('payouts/pay_draft', own)).status).toBe(404)
    const both = await insertKey(services, { merchantIds: ['mer_a', 'mer_b'] })
    await insertPayout(services, { id: 'pay_old', merchantId: 'mer_a', period: '2026-01', status: 'sent' })
    expect((await listOf('payouts?limit=1&fields=id', both)).data).toEqual([{ id: 'pay_old' }])
    await services.db.update(payouts).set({ status: 'approved' })
    expect((await listOf('payouts', own)).data).toHaveLength(2)
  })

  it('a cell that would be a formula as plain text', async () => {
    const evil = '=HYPERLINK("https://evil.test","x")'
    await services.db.update(merchants).set({ name: evil }).where(eq(merchants.id, 'mer_a'))
    const text = await (await get('merchants?format=csv&fields=id,name,address&merchantId=mer_a')).text()
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      'id,name,address.line1,address.line2,address.city,address.region,address.postalCode,address.country',
      `mer_a,"'${evil.replaceAll('"', '""')}",1 High Street,,Springfield,,,`,
    ])
  })
})
