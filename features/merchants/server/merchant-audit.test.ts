import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { approveMerchant } from './approve-merchant'
import { createMerchant } from './create-merchant'
import { updateMerchant } from './update-merchant'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

it('§3 create, edit and approval are audited as create_merchant, update_merchant and approve_merchant', async () => {
  const admin = await asAdmin(services)
  const ctx = contextAs(services, admin)
  const { id: merchantId, version } = await createMerchant(ctx, { name: 'Half Moon' })
  services.clock.advance(1_000)
  await updateMerchant(ctx, { merchantId, version, changes: { name: 'Full Moon' } })
  services.clock.advance(1_000)
  await approveMerchant(ctx, { merchantId, notes: 'Fine' })
  const rows = await services.db
    .select()
    .from(adminAuditLogs)
    .where(eq(adminAuditLogs.targetId, merchantId))
    .orderBy(adminAuditLogs.sequence)
  const now = services.clock.now().getTime()
  const by = { targetType: 'merchant', adminUserId: admin.userId, adminEmail: admin.email }
  expect(rows).toMatchObject([
    { ...by, action: 'create_merchant', occurredAt: new Date(now - 2_000) },
    { ...by, action: 'update_merchant', occurredAt: new Date(now - 1_000) },
    { ...by, action: 'approve_merchant', occurredAt: new Date(now) },
  ])
})
