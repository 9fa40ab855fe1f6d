import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { merchantScope, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import { nextCursor } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { scansOfRedemptions } from '@quaff/platform/testing/query-plan'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listUsageRows, usageOrder } from './usage-store'

let services: TestServices
let scope: MerchantScope
let everything: MerchantScope

/** Five months, ten merchants, 500 people. */
beforeAll(async () => {
  services = await createTestServices()
  const admin = await asAdmin(services)
  scope = scopeToMerchant(admin, 'mer_3')
  everything = merchantScope(admin)
  await services.db.execute(
    sql`select ensure_redemption_partitions('2025-11-01'::timestamptz, '2026-03-31'::timestamptz)`,
  )
  await services.db.execute(sql`
    insert into redemptions (redeemed_at, id, merchant_id, location_id, plan_id, user_id, method, status)
    select '2025-11-01T00:00:00Z'::timestamptz + interval '4 minutes' * n, 'red_' || n, 'mer_' || n % 10, 'loc_1',
      'pln_' || n % 3, 'usr_' || n % 500, 'barcode', case when n % 50 = 0 then 'voided' else 'completed' end
    from generate_series(1, 50000) n`)
  await services.db.execute(sql`analyze redemptions`)
})

/** Returns the number of rows read anywhere in the query plan, which must not grow with the range. */
async function explain(query: SQL): Promise<{ text: string; rowsRead: number }> {
  const { rows } = await services.db.execute<Record<string, string>>(
    sql`explain (analyze, costs off, timing off, summary off) ${query}`,
  )
  const lines = rows.map((row) => row['QUERY PLAN'] ?? '')
  const rowsRead = lines
    .filter((line) => /Scan/.test(line))
    .map((line) => /rows=([\d.]+) loops=(\d+)/.exec(line))
    .reduce((sum, found) => sum + Number(found?.[1] ?? 0) * Number(found?.[2] ?? 0), 0)
  return { text: lines.join('\n'), rowsRead }
}

describe('a page of 50,000 redemptions', () => {
  it('reads the index by merchant in its order, and no month as a whole', async () => {
    const { text, rowsRead } = await explain(listUsageRows(services.db, scope, {}, { limit: 20 }).getSQL())
    expect(text).toMatch(/redemptions_2026_0\d_merchant_id_redeemed_at/)
    expect(text).not.toMatch(/Seq Scan on redemptions_2/)
    expect(rowsRead).toBeLessThan(500)
  })

  it('does the same far down, behind a cursor', async () => {
    const page = { limit: 1_000 }
    const rows = await listUsageRows(services.db, scope, {}, page)
    const cursor = nextCursor(rows, { ...usageOrder, ...page })
    const { text, rowsRead } = await explain(listUsageRows(services.db, scope, {}, { limit: 20, cursor }).getSQL())
    expect(text).not.toMatch(/Seq Scan on redemptions_2/)
    expect(rowsRead).toBeLessThan(500)
  })

  it('reads only the months of the requested days', async () => {
    const filter = { from: new Date('2026-01-05T00:00:00Z'), to: new Date('2026-01-08T00:00:00Z') }
    const read = await scansOfRedemptions(services.db, listUsageRows(services.db, scope, filter, { limit: 20 }))
    expect(read.join()).toContain('redemptions_2026_01_merchant_id_redeemed_at')
    expect(read.filter((line) => !line.includes('redemptions_2026_01'))).toEqual([])
  })
})

describe('a page of all merchants', () => {
  it('reads the primary key backwards, newest month first, and no month as a whole', async () => {
    const { text, rowsRead } = await explain(listUsageRows(services.db, everything, {}, { limit: 20 }).getSQL())
    expect(text).toMatch(/Index Scan Backward using redemptions_2026_0\d_pkey/)
    expect(text).not.toMatch(/Seq Scan on redemptions_2|->  Sort/)
    expect(rowsRead).toBeLessThan(500)
  })

  it('does the same behind a cursor, for some days, or for one status', async () => {
    const rows = await listUsageRows(services.db, everything, {}, { limit: 1_000 })
    const cursor = nextCursor(rows, { ...usageOrder, limit: 1_000 })
    const filter = { from: new Date('2026-01-05T00:00:00Z'), to: new Date('2026-01-08T00:00:00Z') }
    for (const query of [
      listUsageRows(services.db, everything, {}, { limit: 20, cursor }),
      listUsageRows(services.db, everything, filter, { limit: 20 }),
      listUsageRows(services.db, everything, { status: 'voided' }, { limit: 20 }),
    ]) {
      const { text, rowsRead } = await explain(query.getSQL())
      expect(text).toMatch(/Index Scan Backward using redemptions_2026_0\d_pkey/)
      expect(text).not.toMatch(/Seq Scan on redemptions_2/)
      expect(rowsRead).toBeLessThan(2_500)
    }
  })
})
