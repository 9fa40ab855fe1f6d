import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { bulkInput, previewBulkInput } from '../contract'
import { insertPromotion } from '../testing/promotion-factory'
import { changeInBulk, previewBulk } from './change-in-bulk'
import { changePromotion } from './change-promotion'
import { merchantPromotions } from './tables'

let services: TestServices
let admin: UserActor
beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
})

const promotionId = 'early_bird'
const preview = (input: object, actor: UserActor = admin) =>
  previewBulk(contextAs(services, actor), previewBulkInput.parse({ promotionId, enabled: true, ...input }))
const apply = (input: object, actor: UserActor = admin) =>
  changeInBulk(contextAs(services, actor), bulkInput.parse({ promotionId, enabled: true, ...input }))

async function fourMerchants() {
  const fresh = await insertMerchant(services, { name: 'Fresh' })
  const enabled = await insertMerchant(services, { name: 'Enabled' })
  const archived = await insertMerchant(services, { name: 'Archived', status: 'archived' })
  await insertPromotion(services, { merchantId: enabled.id, promotionId, metadata: { note: 'own' }, version: 4 })
  return [fresh.id, enabled.id, archived.id, 'mer_missing']
}
const promotionsOf = (merchantId: string) =>
  services.db.select().from(merchantPromotions).where(eq(merchantPromotions.merchantId, merchantId))

it('a preview says what would change, what stays and what is refused, in the order asked, and writes nothing', async () => {
  const merchantIds = await fourMerchants()
  const before = await services.db.select().from(adminAuditLogs)
  expect(await preview({ merchantIds })).toEqual([
    { merchantId: merchantIds[0], name: 'Fresh', outcome: 'change', reason: null, version: 0 },
    {
      merchantId: merchantIds[1],
      name: 'Enabled',
      outcome: 'stay',
      reason: 'Already enabled, keeps its details',
      version: 4,
    },
    {
      merchantId: merchantIds[2],
      name: 'Archived',
      outcome: 'refuse',
      reason: expect.stringContaining('Restore it'),
      version: 0,
    },
    {
      merchantId: 'mer_missing',
      name: null,
      outcome: 'refuse',
      reason: expect.stringContaining('not found'),
      version: 0,
    },
  ])
  expect((await preview({ merchantIds, enabled: false })).map(({ outcome }) => outcome)).toEqual([
    'stay',
    'change',
    'stay',
    'refuse',
  ])
  expect(await services.db.select().from(adminAuditLogs)).toEqual(before)
})

it('each row has its own result: a refusal leaves the others done', async () => {
  const [fresh, enabled, archived] = await fourMerchants()
  const result = await apply({
    metadata: { limitTotal: 10 },
    rows: [
      { merchantId: 'mer_missing', version: 0 },
      { merchantId: archived, version: 0 },
      { merchantId: fresh, version: 0 },
      { merchantId: enabled, version: 4 },
    ],
  })
  expect(result).toEqual([
    {
      merchantId: 'mer_missing',
      ok: false,
      changed: false,
      error: expect.stringContaining('not found'),
      version: null,
    },
    { merchantId: archived, ok: false, changed: false, error: expect.stringContaining('archived'), version: null },
    { merchantId: fresh, ok: true, changed: true, error: null, version: 1 },
    { merchantId: enabled, ok: true, changed: false, error: null, version: 4 },
  ])
  expect(await promotionsOf(fresh ?? '')).toMatchObject([{ enabled: true, metadata: { limitTotal: 10 } }])
  expect(await promotionsOf(enabled ?? '')).toMatchObject([{ metadata: { note: 'own' }, version: 4 }])
})

it('a row that someone changed since the preview is not overwritten', async () => {
  const [, enabled] = await fourMerchants()
  const [row] = await apply({ enabled: false, rows: [{ merchantId: enabled, version: 3 }] })
  expect(row).toMatchObject({ ok: false, error: expect.stringContaining('This was changed while you were editing') })
  expect(await promotionsOf(enabled ?? '')).toMatchObject([{ enabled: true, version: 4 }])
})

it('two bulk changes at the same time change each merchant once', async () => {
  const rows = await Promise.all(
    Array.from({ length: 10 }, async () => ({ merchantId: (await insertMerchant(services)).id, version: 0 })),
  )
  const [one, other] = await Promise.all([apply({ rows }), apply({ rows })])
  const changed = [...(one ?? []), ...(other ?? [])].filter((row) => row.changed)
  expect(changed).toHaveLength(10)
  expect(new Set(changed.map(({ merchantId }) => merchantId)).size).toBe(10)
})

it('refuses faulty details as a whole, and more than 50 merchants, and plans', async () => {
  const rows = [{ merchantId: 'm', version: 0 }]
  await expect(apply({ rows, metadata: { startsOn: '2026-02-02', endsOn: '2026-02-01' } })).rejects.toMatchObject({
    reason: 'DATES',
  })
  await expect(apply({ rows, enabled: false, metadata: {} })).rejects.toMatchObject({ reason: 'METADATA' })
  expect(bulkInput.safeParse({ promotionId, enabled: true, rows: Array(51).fill(rows[0]) }).success).toBe(false)
  expect(bulkInput.safeParse({ promotionId, enabled: true, rows, metadata: { planIds: ['p'] } }).success).toBe(false)
})

it('is the administrators’', async () => {
  const { id } = await insertMerchant(services)
  const owner = await asOwner(services, [id])
  await expect(apply({ rows: [{ merchantId: id, version: 0 }] }, owner)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(preview({ merchantIds: [id] }, owner)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it('every single change asks by itself who makes it', async () => {
  const [merchantId = ''] = await fourMerchants()
  const ctx = contextAs(services, await asOwner(services, [merchantId]))
  const change = inTransaction(ctx, (tx) =>
    changePromotion(ctx, tx, { merchantId, promotionId, enabled: true, version: 0 }),
  )
  await expect(change).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
