import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { merchantScope } from '@quaff/features/sessions/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { usersWhere } from './user-filter-store'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

async function planOf(where: SQL | undefined): Promise<string> {
  return services.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const { rows } = await tx.execute(sql`explain select ${users.id} from ${users} where ${where}`)
    return JSON.stringify(rows)
  })
}

it('the search of people uses the trigram index', async () => {
  const scope = merchantScope(await asAdmin(services))
  expect(await planOf(usersWhere(scope, { q: 'Zoë 50%' }))).toContain('users_search')
})
