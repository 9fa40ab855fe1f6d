import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertKey, type TestKey } from '@quaff/features/api-keys/testing/api-key-factory'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import type { Resource } from '@quaff/features/read-api/contract'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'

let services: TestServices
let app: ReturnType<typeof buildServer>
let keys: Record<'all' | 'one' | 'three', TestKey>
const sent: { text: string; values: unknown[] }[] = []

/** 300 merchants; 100 of each other resource at each of them, over two months. `mer_7` is quiet: all of its rows are old. */
beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  const ids = Array.from({ length: 300 }, (_, index) => `mer_${index}`)
  await insertMerchants(
    services,
    ids.map((id, index) => ({ id, createdAt: hourAt(index), updatedAt: hourAt(299 - index) })),
  )
  keys = {
    all: await insertKey(services),
    one: await insertKey(services, { merchantIds: ['mer_7'] }),
    three: await insertKey(services, { merchantIds: ['mer_7', 'mer_100', 'mer_200'] }),
  }
  await services.db.execute(
    sql`select ensure_redemption_partitions('2026-01-01'::timestamptz, '2026-02-28'::timestamptz)`,
  )
  const each = `from generate_series(0, ${rows - 1}) n,
    lateral (select case when n % 300 = 7 then n / 300 else n::bigint * 7919 % ${rows} end as turn,
      case when n % 300 = 7 then n / 300 else n::bigint * 104729 % ${rows} end as change) t,
    lateral (select timestamptz '2026-01-01 00:00:00+00' + turn * interval '2 minutes' as made,
      timestamptz '2026-01-01 00:00:00+00' + change * interval '2 minutes' as changed) at`
  const of = `'mer_' || n % 300`
  for (const insert of [
    `insert into locations (id, merchant_id, name, created_at, updated_at) select 'loc_' || n, ${of}, 'L', made, changed ${each}`,
    `insert into subscription_plans (id, merchant_id, name, created_at, updated_at) select 'pln_' || n, ${of}, 'P', made, changed ${each}`,
    `insert into plan_prices (id, plan_id, amount_minor) select 'pri_' || n, 'pln_' || n % ${rows}, 2900
       from generate_series(0, ${4 * rows - 1}) n`,
    `insert into merchant_promotions (merchant_id, promotion_id, updated_at) select ${of}, 'promo_' || n / 300, changed ${each}`,
    `insert into subscriptions (id, merchant_id, status, monthly_minor, billing_currency, created_at, updated_at,
       current_period_start, current_period_end)
     select 'sub_' || n, ${of}, (array['active', 'active', 'past_due', 'canceled'])[n / 300 % 4 + 1], 2900, 'usd', made, changed,
       made, made ${each}`,
    `insert into redemptions (id, merchant_id, redeemed_at) select 'red_' || n, ${of}, made ${each}`,
    `insert into payouts (id, merchant_id, period, period_start, period_end, currency, status, gross_minor,
       fee_basis_points, fee_minor, net_minor, renewal_count, redemption_count, generated_at, updated_at)
     select 'pay_' || n, ${of}, to_char(date '2020-01-01' + n / 300 * interval '1 month', 'YYYY-MM'), made, made, 'usd',
       'sent', 0, 0, 0, 0, 0, 0, made, changed ${each}`,
  ])
    await services.db.execute(sql.raw(insert))
  await services.db.execute(sql`vacuum analyze`)
  listen()
}, 120_000)

/** Rows of each kind, for 300 merchants. */
const rows = 12_000
const hourAt = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))

/** Records statements with their values, to explain them. */
function listen(): void {
  const { pool } = services.database
  type Query = (...args: unknown[]) => unknown
  const query: Query = pool.query.bind(pool)
  Object.assign(pool, {
    query: (config: { text: string; values?: unknown[] }, values?: unknown[], ...rest: unknown[]) => {
      sent.push({ text: config.text, values: values ?? config.values ?? [] })
      return query(config, values, ...rest)
    },
  })
}

/** Returns the page's query plan and the number of rows that all its nodes read. */
async function costOf(path: string, key: TestKey): Promise<{ plan: string; rowsRead: number; next: string | null }> {
  sent.length = 0
  const response = await app.request(`/v1/${path}`, { headers: { authorization: `Bearer ${key.secret}` } })
  const { nextCursor } = (await response.json()) as { nextCursor: string | null }
  const table = new RegExp(`from "(${tables.join('|')})"`)
  const { text = '', values = [] } = sent.find((one) => table.test(one.text)) ?? {}
  const { rows } = await services.database.pool.query<Record<string, string>>(
    `explain (analyze, costs off, timing off, summary off) ${text}`,
    values,
  )
  const lines = rows.map((row) => row['QUERY PLAN'] ?? '')
  const removed = lines.map((line) => Number(/Rows Removed by Filter: (\d+)/.exec(line)?.[1] ?? 0))
  const scanned = lines
    .filter((line) => / Scan /.test(line))
    .map((line) => /rows=([\d.]+) loops=(\d+)/.exec(line))
    .map((found) => Number(found?.[1] ?? 0) * Number(found?.[2] ?? 0))
  const rowsRead = [...removed, ...scanned].reduce((sum, count) => sum + count, 0)
  return { plan: lines.join('\n'), rowsRead, next: nextCursor }
}
const tables = [
  'merchants',
  'locations',
  'subscription_plans',
  'merchant_promotions',
  'subscriptions',
  'redemptions',
  'payouts',
]

const requested: [Resource, string[]][] = [
  ['merchants', []],
  ['locations', []],
  ['plans', []],
  ['prices', []],
  ['promotions', []],
  ['subscriptions', ['&status=past_due', '&merchantId=mer_5&status=active']],
  ['redemptions', []],
  ['payouts', []],
]

it('a page is one statement, after two for the key', async () => {
  for (const [resource] of requested) {
    await costOf(resource, keys.three)
    sent.length = 0
    await app.request(`/v1/${resource}`, { headers: { authorization: `Bearer ${keys.three.secret}` } })
    expect([resource, sent.length]).toEqual([resource, 3])
  }
})

describe.each(requested)('a page of %s among 30,000', (resource, further) => {
  const since = '&since=2026-01-01T00:00:00Z'
  const searches = ['', since, '&merchantId=mer_5', `&merchantId=mer_5${since}`, ...further]
  const cases = searches.flatMap((search) => (['all', 'one', 'three'] as const).map((key) => [search, key] as const))

  it.each(cases)('%s for a key of %s reads little more than it tells', async (search, key) => {
    const first = await costOf(`${resource}?limit=10${search}`, keys[key])
    const second = first.next && (await costOf(`${resource}?limit=10${search}&cursor=${first.next}`, keys[key]))
    for (const { plan, rowsRead } of second ? [first, second] : [first]) expect(rowsRead, plan).toBeLessThan(2_000)
  })
})
