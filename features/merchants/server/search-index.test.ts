import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { merchantScope } from '@quaff/features/sessions/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listMerchantsInput, merchantSorts } from '../contract'
import { listMerchantRows, merchantsWhere } from './merchant-store'
import { merchants } from './tables'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

async function planOf(where: SQL | undefined): Promise<string> {
  return services.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const { rows } = await tx.execute<Record<string, unknown>>(
      sql`explain select ${merchants.id} from ${merchants} where ${where}`,
    )
    return JSON.stringify(rows)
  })
}

it.each([
  ['Zoë 50%', 'merchants_search_text'],
  ['佐藤', 'merchants_search_grams'],
  ['ชั', 'merchants_search_grams'],
])('the search of merchants for %s uses %s', async (q, index) => {
  const scope = merchantScope(await asAdmin(services))
  expect(await planOf(merchantsWhere(scope, { q }))).toContain(index)
})

it.each(merchantSorts)('§7 a page by %s: its merchants are looked up, and not searched for among all', async (sort) => {
  const scope = merchantScope(await asAdmin(services))
  await insertMerchants(
    services,
    Array.from({ length: 1_000 }, () => ({})),
  )
  await services.db.execute(sql`analyze merchants`)
  const query = listMerchantRows(services.db, scope, listMerchantsInput.parse({ sort, limit: 20 }))
  const { rows } = await services.db.execute<Record<string, unknown>>(sql`explain ${query.getSQL()}`)
  const plan = rows.map((row) => Object.values(row).join('')).join('\n')
  // Sorted by a figure, the page itself is chosen among all of them, by narrow rows.
  expect(plan).toContain('Index Cond: (id = ANY (')
  expect(plan).not.toMatch(/Seq Scan on merchants .*width=(\d{3,})/)
})
