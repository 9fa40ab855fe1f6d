import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { merchantScope } from '@quaff/features/sessions/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { merchantsWhere } from './merchant-filter-store'
import { merchants } from './tables'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

async function planOf(where: SQL | undefined): Promise<string> {
  return services.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const { rows } = await tx.execute(sql`explain select ${merchants.id} from ${merchants} where ${where}`)
    return JSON.stringify(rows)
  })
}

it('the search of merchants uses the trigram index', async () => {
  const scope = merchantScope(await asAdmin(services))
  expect(await planOf(merchantsWhere(scope, { q: 'Zoë 50%' }))).toContain('merchants_search')
})
