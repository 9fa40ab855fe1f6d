import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { planOf, scansOfRedemptions } from '@quaff/platform/testing/query-plan'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listRedemptionRows, listRenewalRows } from '../../lines/server/line-store'
import { periodAt, rangeOfPeriod } from '../../period-rules'
import { sumCharges } from '../running-month-store'
import { listPayoutRows, type PayoutOrder } from './payout-read-store'
import { payoutScope, payoutScopeOf, widestPayoutScope, type PayoutScope } from './payout-scope'

let services: TestServices
let all: PayoutScope
let one: PayoutScope
let owner: UserActor

/** 1,000 merchants with 24 payouts each, one payout of 5,000 renewals, and one merchant with 20,000 redemptions. */
beforeAll(async () => {
  services = await createTestServices()
  await insertMerchants(
    services,
    Array.from({ length: 1_000 }, (_, index) => ({ id: `mer_${index}` })),
  )
  const admin = await asAdmin(services)
  all = payoutScope(admin)
  one = payoutScopeOf(admin, 'mer_7')
  owner = await asOwner(services, ['mer_7'])
  await services.db.execute(sql`
    insert into payouts (id, merchant_id, period, period_start, period_end, currency, status, gross_minor,
      fee_basis_points, fee_minor, net_minor, renewal_count, redemption_count, generated_at, updated_at)
    select 'pay_' || md5(place || '-' || age), 'mer_' || place, to_char(start, 'YYYY-MM'), start,
      start + interval '1 month', 'usd', case when place % 200 = 0 then 'draft' when age < 2 then 'sent' else 'confirmed' end,
      2900, 0, 0, 2900, 1, 0, now(), now()
    from generate_series(0, 999) place, generate_series(0, 23) age,
      lateral (select timestamptz '2026-02-01 00:00:00+00' - age * interval '1 month' as start) month
    order by md5(place::text || age)`)
  await services.db.execute(sql`
    insert into subscription_charges (subscription_id, period_start, period_end, merchant_id, amount_minor, currency,
      recorded_at)
    select 'sub_' || n, timestamptz '2026-02-01 00:00:00+00' + n % 28 * interval '1 day', '2026-03-01', 'mer_' || n % 10,
      2900, 'usd', '2026-02-01' from generate_series(1, 50000) n`)
  await services.db.execute(sql`
    insert into payout_charges (subscription_id, period_start, payout_id)
    select subscription_id, period_start, (select id from payouts where merchant_id = c.merchant_id and period = '2026-02')
    from subscription_charges c`)
  await services.db.execute(
    sql`select ensure_redemption_partitions('2026-01-01'::timestamptz, '2026-03-31'::timestamptz)`,
  )
  await services.db.execute(sql`
    insert into redemptions (redeemed_at, id, merchant_id, method, status)
    select timestamptz '2026-01-01 00:00:00+00' + interval '2 minutes' * n, 'red_' || n, 'mer_' || n % 2, 'barcode',
      'completed' from generate_series(1, 40000) n`)
  await services.db.execute(sql`vacuum analyze`)
}, 120_000)

type Filter = Parameters<typeof listPayoutRows>[2]
const page = (scope: PayoutScope, filter: Filter = {}, cursor: string | null = null, order: PayoutOrder = {}) =>
  planOf(services.db, listPayoutRows(services.db, scope, filter, { limit: 20, cursor, ...order }))
const cursorTo = (period: string) =>
  Buffer.from(JSON.stringify(['payouts:desc', period, 'pay_5'])).toString('base64url')

describe('at 24,000 payouts, with the planner’s own choice', () => {
  it.each([
    ['all', () => page(all), 'payouts_period'],
    ['a period', () => page(all, { period: '2025-06' }), 'payouts_period'],
    ['a period and a status', () => page(all, { period: '2025-06', status: 'draft' }), 'payouts_(period_)?status'],
    ['a status', () => page(all, { status: 'draft' }), 'payouts_status'],
    ['a merchant', () => page(one, { merchantId: 'mer_7' }), 'payouts_merchant'],
    ['those of an owner', () => page(payoutScope(owner)), 'payouts_merchant'],
    ['all by net', () => page(all, {}, null, { sort: 'net' }), 'payouts_net'],
    ['all by status', () => page(all, {}, null, { sort: 'status', order: 'asc' }), 'payouts_(by_)?status'],
    ['the oldest', () => page(all, {}, null, { order: 'asc' }), 'payouts_period'],
    ['the page after a cursor', () => page(all, {}, cursorTo('2025-01')), 'payouts_period'],
  ])('%s: reads from an index in order', async (_, explain, index) => {
    const plan = await explain()
    expect(plan).toMatch(new RegExp(`using ${index} |Scan Backward using ${index} `))
    expect(plan).not.toContain('Seq Scan on payouts')
    expect(plan).not.toMatch(/^ *(-> +)?(Incremental )?Sort {2}\(/m)
  })

  it('the page after a cursor starts in the index, not at the beginning', async () => {
    expect(await page(all, {}, cursorTo('2025-01'))).toMatch(/Index Cond: .*ROW\(/)
  })
})

describe('the lines', () => {
  const february = rangeOfPeriod('UTC', '2026-02')
  const lines = (merchantId: string, id: string) => ({
    id,
    merchantId,
    periodStart: february.start,
    periodEnd: february.end,
  })

  it('of 5,000 renewals are paged from the index of their payout', async () => {
    const { rows } = await services.db.execute<Record<string, unknown>>(
      sql`select id from payouts where merchant_id = 'mer_7' and period = '2026-02'`,
    )
    const payout = lines('mer_7', String(rows[0]?.['id']))
    const last = ['payout_renewals:asc', Date.UTC(2026, 1, 10), 'sub_9']
    const cursor = Buffer.from(JSON.stringify(last)).toString('base64url')
    const plan = await planOf(
      services.db,
      listRenewalRows(services.db, widestPayoutScope(owner), payout, { limit: 20, cursor }),
    )
    expect(plan).toContain('using payout_charges_payout ')
    expect(plan).toContain('using subscription_charges_pk ')
    expect(plan).toMatch(/Index Cond: .*payout_id = .*ROW\(period_start, subscription_id\) >/)
    expect(plan).not.toMatch(/Hash Join|subscription_charges_merchant/)
  })

  it('of redemptions are read from the merchant’s index, within their month only', async () => {
    const plan = await planOf(services.db, listRedemptionRows(services.db, one, lines('mer_1', 'pay_1'), { limit: 20 }))
    const own = listRedemptionRows(services.db, all, lines('mer_1', 'pay_1'), { limit: 20 })
    const scans = await scansOfRedemptions(services.db, own)
    expect(scans.join()).toContain('using redemptions_2026_02_merchant_id_redeemed_at')
    expect(scans.join()).not.toMatch(/redemptions_2026_0[13]|Seq Scan/)
    expect(plan).not.toContain('Seq Scan on redemptions')
  })
})

it('the running month of a merchant is summed by an index-only scan', async () => {
  const range = periodAt('UTC', new Date('2026-02-20T00:00:00Z'))
  expect(await planOf(services.db, sumCharges(services.db, one, range))).toContain(
    'Index Only Scan using subscription_charges_merchant',
  )
})
