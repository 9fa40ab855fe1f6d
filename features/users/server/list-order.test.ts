import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { merchantScope } from '@quaff/features/sessions/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listUserKeys } from './user-store'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

it.each([
  ['all people', {}],
  ['customers', { role: 'customer' }],
  ['active people', { status: 'active' }],
] as const)('reads %s of one date by an index, without a sort', async (_who, filter) => {
  const scope = merchantScope(await asAdmin(services))
  await services.db.execute(sql`
    insert into ${users} (id, email, role, status, created_at, updated_at)
    select 'usr_' || i || ${JSON.stringify(filter)}::text, 'p' || i || ${JSON.stringify(filter)}::text,
      case when i % 3 = 0 then 'customer' else 'merchant_owner' end,
      case when i % 4 = 0 then 'active' else 'suspended' end, 'epoch', 'epoch'
    from generate_series(1, 900) i`)
  await services.db.execute(sql`analyze ${users}`)
  const query = listUserKeys(services.db, scope, filter, { sort: 'created', order: 'desc', limit: 20 })
  const plan = await services.db.execute(sql`explain ${query.getSQL()}`)
  const text = JSON.stringify(plan)
  expect(text).toContain('Limit')
  expect(text).not.toContain('Sort Key')
})
