import { beforeAll, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { scopeToMerchant } from '@quaff/features/sessions/server'
import { inTransaction, recordAudit, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { planOf } from '@quaff/platform/testing/query-plan'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { merchantAuditInput } from '../contract'
import { auditPageQuery, hasMerchant } from './activity-store'
import { listMerchantAudit } from './read-activity'

let services: TestServices
let admin: UserActor
const merchantId = 'mer_own'

beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services, { displayName: 'Maya Lindqvist' })
  for (const id of [merchantId, 'mer_other']) await insertMerchant(services, { id })
  const ctx = contextAs(services, admin)
  await inTransaction(services, async (tx) => {
    await recordAudit(ctx, tx, {
      action: 'create_plan',
      targetType: 'plan',
      targetId: 'pln_1',
      merchantId,
      after: { name: 'Daily Cup' },
    })
    services.clock.advance(1_000)
    await recordAudit(ctx, tx, { action: 'grant_admin', targetType: 'user', targetId: 'usr_1' })
    await recordAudit(ctx, tx, {
      action: 'update_plan',
      targetType: 'plan',
      targetId: 'pln_2',
      merchantId: 'mer_other',
    })
    services.clock.advance(1_000)
    await recordAudit(ctx, tx, {
      action: 'update_merchant',
      targetType: 'merchant',
      targetId: merchantId,
      merchantId,
      before: { name: 'Old', address: { city: 'Pune' } },
      after: { name: 'New', address: { city: 'Agra' } },
    })
  })
  services.clock.advance(1_000)
  const occurredAt = services.clock.now()
  await services.db
    .insert(adminAuditLogs)
    .values(
      ['aud_a', 'aud_b'].map((id) => ({
        id,
        action: 'legacy_thing',
        targetType: 'merchant',
        targetId: merchantId,
        occurredAt,
      })),
    )
})

const list = (input: object = {}, actor: UserActor = admin) =>
  listMerchantAudit(contextAs(services, actor), merchantAuditInput.parse({ merchantId, ...input }))

it('returns all rows of or about the merchant, newest first, and no others', async () => {
  const { rows, total } = await list()
  expect(rows.map(({ action }) => action)).toEqual(['legacy_thing', 'legacy_thing', 'update_merchant', 'create_plan'])
  expect(total).toBe(4)
  expect(rows[3]).toMatchObject({ adminName: 'Maya Lindqvist', adminUserId: admin.userId, targetName: 'Daily Cup' })
  expect(rows[0]).toMatchObject({ adminName: null, adminUserId: null, changes: [] })
})

it('lists changes field by field', async () => {
  expect((await list()).rows[2]?.changes).toEqual([
    { field: 'Name', before: 'Old', after: 'New' },
    { field: 'Address, city', before: 'Pune', after: 'Agra' },
  ])
})

it.each([1, 2, 3])('shows each row once in pages of %i', async (limit) => {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = await list({ limit, cursor })
    seen.push(...page.rows.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor)
  expect(seen).toEqual((await list({ limit: 100 })).rows.map(({ id }) => id))
})

it('is for administrators only, even for one’s own merchants', async () => {
  for (const actor of [await asOwner(services, [merchantId]), await asViewer(services, [merchantId])])
    await expect(list({}, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it('does not find an unknown merchant', async () => {
  await expect(list({ merchantId: 'mer_missing' })).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'MERCHANT' })
})

it('looks up the merchant in the scope only, whatever the caller has checked', async () => {
  const owner = await asOwner(services, [merchantId, 'mer_gone'])
  const find = async (id: string) => hasMerchant(services.db, scopeToMerchant(owner, id))
  expect([await find(merchantId), await find('mer_gone')]).toEqual([true, false])
  await expect(find('mer_other')).rejects.toMatchObject({ reason: 'MERCHANT' })
})

it('reads each half of a page along its index, and sorts only rows with equal times', async () => {
  const query = auditPageQuery(services.db, scopeToMerchant(admin, merchantId), { cursor: null, limit: 20 })
  const plan = await planOf(services.db, query, { without: ['seqscan', 'bitmapscan', 'sort'] })
  expect(plan).toContain('admin_audit_logs_merchant')
  expect(plan).toContain('admin_audit_logs_target')
  expect(plan.match(/(\w+ )?Sort {2}/g)).toEqual(['Incremental Sort  ', 'Incremental Sort  '])
})
