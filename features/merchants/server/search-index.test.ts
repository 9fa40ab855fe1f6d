import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { merchantScope } from '@quaff/features/sessions/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { planOf } from '@quaff/platform/testing/query-plan'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listMerchantsInput, merchantSorts } from '../contract'
import { listMerchantRows, merchantsWhere } from './merchant-store'
import { merchants } from './tables'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

const planByIndex = (where: SQL | undefined) =>
  planOf(services.db, sql`select ${merchants.id} from ${merchants} where ${where}`, { without: ['seqscan'] })

it.each([
  ['Zoë 50%', 'merchants_search_text'],
  ['佐藤', 'merchants_search_grams'],
  ['ชั', 'merchants_search_grams'],
])('the search of merchants for %s uses %s', async (q, index) => {
  const scope = merchantScope(await asAdmin(services))
  expect(await planByIndex(merchantsWhere(scope, { q }))).toContain(index)
})

it.each(merchantSorts)('§7 a page by %s: its merchants are looked up, and not searched for among all', async (sort) => {
  const scope = merchantScope(await asAdmin(services))
  await insertMerchants(
    services,
    Array.from({ length: 1_000 }, () => ({})),
  )
  await services.db.execute(sql`analyze merchants`)
  const query = listMerchantRows(services.db, scope, listMerchantsInput.parse({ sort, limit: 20 }))
  const plan = await planOf(services.db, query)
  // Sorted by a figure, the page itself is chosen among all of them, by narrow rows.
  expect(plan).toContain('Index Cond: (id = ANY (')
  expect(plan).not.toMatch(/Seq Scan on merchants .*width=(\d{3,})/)
})
