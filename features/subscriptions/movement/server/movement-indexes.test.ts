import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { merchantScope, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { planOf } from '@quaff/platform/testing/query-plan'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listSubscriptionRows } from '../../server/subscription-list-store'
import { moversQuery, movesQuery } from './movement-store'
import { renewMoves, spansQuery } from './moves-store'

let services: TestServices
let all: MerchantScope
let one: MerchantScope
const bounds = ['2025-11-01', '2025-12-01', '2026-01-01'].map((day) => new Date(`${day}T00:00:00Z`))
const windows = bounds.slice(1).map((to, index) => ({ from: bounds[index] ?? to, to }))

/** 20,000 subscriptions of 100 merchants over four years, each renewed five times; one in ten changed at some time. */
beforeAll(async () => {
  services = await createTestServices()
  const admin = await asAdmin(services)
  all = merchantScope(admin)
  one = scopeToMerchant(admin, 'mer_7')
  await insertMerchants(
    services,
    Array.from({ length: 100 }, (_, index) => ({ id: `mer_${index}` })),
  )
  await services.db.execute(sql`
    insert into subscriptions (id, merchant_id, status, monthly_minor, billing_currency, created_at, updated_at,
      current_period_start, current_period_end)
    select 'sub_' || n, 'mer_' || n % 100, case when n % 10 = 0 then 'canceled' else 'active' end, 2900, 'usd', at, at, at, at
    from (select n, timestamptz '2026-01-01' - n * interval '100 minutes' as at from generate_series(1, 20000) n) born`)
  await services.db.execute(sql`
    insert into subscription_events (id, subscription_id, kind, occurred_at)
    select 'sev_r' || n || '_' || time, 'sub_' || n, 'renewed',
      timestamptz '2026-01-01' - n * interval '100 minutes' + time * interval '30 days'
    from generate_series(1, 20000) n, generate_series(1, 5) time`)
  await services.db.execute(sql`
    insert into subscription_events (id, subscription_id, kind, details, occurred_at)
    select 'sev_c' || n, 'sub_' || n, 'canceled', '{"from":"active"}',
      timestamptz '2026-01-01' - n * interval '95 minutes'
    from generate_series(10, 20000, 10) n`)
  await renewMoves(services)
  await services.db.execute(sql`analyze`)
}, 120_000)

it('the movement over all merchants reads sums only, unless the last day is cut', async () => {
  const plan = await planOf(services.db, spansQuery(windows, 'UTC'))
  expect(plan).toContain('subscription_platform_moves_pk')
  expect(plan).not.toContain('Seq Scan on subscription')
  const rest = await planOf(services.db, movesQuery(all, windows, 'UTC'))
  expect(rest).toContain('subscription_moves_at')
  expect(rest).not.toMatch(/Seq Scan on subscription(s|_events|_moves)\b/)
})

it('the movement of one merchant reads no other merchant’s subscriptions', async () => {
  const plan = await planOf(services.db, movesQuery(one, windows, 'UTC'))
  expect(plan).toContain('subscription_moves_merchant')
  expect(plan).not.toMatch(/Seq Scan on subscription(s|_events|_moves)\b/)
})

it('changes that wait for the job are looked up by subscription', async () => {
  await services.db.execute(sql`insert into subscription_moves_due select 'sub_' || n from generate_series(1, 50) n`)
  await services.db.execute(sql`analyze subscription_moves_due`)
  for (const scope of [all, one])
    expect(await planOf(services.db, movesQuery(scope, windows, 'UTC'))).not.toMatch(
      /Seq Scan on subscription(s|_events|_moves)\b/,
    )
})

it('a past status is looked up by subscription, and needs no index by time', async () => {
  const filter = { status: 'active', statusBefore: new Date('2025-06-01') } as const
  const plan = await planOf(services.db, listSubscriptionRows(services.db, all, filter, { limit: 20 }).getSQL())
  expect(plan).toContain('subscription_events_subscription')
  expect(plan).not.toMatch(/Seq Scan on subscription(s|_events)/)
})

it('a page behind the movement reads changes by time, and subscriptions one by one', async () => {
  const filter = { from: new Date('2025-11-01'), to: new Date('2025-12-01'), currency: 'usd' }
  for (const scope of [all, one])
    for (const kind of ['new', 'lost', 'contraction'] as const) {
      const plan = await planOf(services.db, moversQuery(scope, { ...filter, kind }, { limit: 20, cursor: null }))
      expect(plan).toContain('subscription_events_changed')
      expect(plan).toContain('subscriptions_pkey')
      expect(plan).not.toMatch(/Seq Scan on subscription(s|_events)/)
    }
})
