import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { setEnabledInput } from '../contract'
import { insertPromotion } from '../testing/promotion-factory'
import { undoDisable } from './change-in-bulk'
import { setEnabled } from './change-promotion'
import { merchantPromotions } from './tables'

let services: TestServices
let admin: UserActor
beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services, { displayName: 'Maya Lindqvist' })
})

const promotionId = 'happy_hour'
const set = (merchantId: string, input: object, actor: UserActor = admin) =>
  setEnabled(contextAs(services, actor), setEnabledInput.parse({ merchantId, promotionId, version: 0, ...input }))
const undo = (merchantId: string, version: number, actor: UserActor = admin) =>
  undoDisable(contextAs(services, actor), { merchantId, promotionId, version })

async function storedOf(merchantId: string) {
  const [row] = await services.db
    .select()
    .from(merchantPromotions)
    .where(and(eq(merchantPromotions.merchantId, merchantId), eq(merchantPromotions.promotionId, promotionId)))
  return row
}
const auditOf = (merchantId: string) =>
  services.db
    .select()
    .from(adminAuditLogs)
    .where(eq(adminAuditLogs.merchantId, merchantId))
    .orderBy(adminAuditLogs.sequence)

async function insertPlan(merchantId: string): Promise<string> {
  const [id, at] = [services.ids.newId('pln'), services.clock.now()]
  await services.db
    .insert(subscriptionPlans)
    .values({ id, merchantId, name: 'Daily Cup', createdAt: at, updatedAt: at })
  return id
}
async function newMerchant(status = 'active'): Promise<string> {
  return (await insertMerchant(services, { status })).id
}

describe('enabling', () => {
  it('§3 keeps details, who and when, and audits enable_promotion with both sides', async () => {
    const merchantId = await newMerchant()
    const planId = await insertPlan(merchantId)
    const metadata = { startsOn: '2026-12-01', endsOn: '2026-12-31', limitPerCustomer: 2, planIds: [planId] }
    const row = await set(merchantId, { enabled: true, metadata })
    expect(row).toMatchObject({
      enabled: true,
      metadata,
      updatedBy: admin.userId,
      updatedByName: 'Maya Lindqvist',
      version: 1,
    })
    expect(row.updatedAt).toEqual(services.clock.now())
    expect(await auditOf(merchantId)).toMatchObject([
      {
        action: 'enable_promotion',
        targetType: 'promotion',
        targetId: promotionId,
        adminUserId: admin.userId,
        before: { enabled: false, metadata: null },
        after: { enabled: true, metadata },
      },
    ])
  })

  it.each([
    [{ startsOn: '2026-12-02', endsOn: '2026-12-01' }, 'metadata.endsOn'],
    [{ limitTotal: 1, limitPerCustomer: 2 }, 'metadata.limitPerCustomer'],
  ])('refuses %j and writes nothing', async (metadata, field) => {
    const merchantId = await newMerchant()
    await expect(set(merchantId, { enabled: true, metadata })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      detail: { field },
    })
    expect(await storedOf(merchantId)).toBeUndefined()
    expect(await auditOf(merchantId)).toEqual([])
  })

  it.each([{ limitTotal: 0 }, { limitPerCustomer: 1.5 }, { endsOn: '2026-02-30' }, { surprise: 1 }])(
    'knows no %j',
    (metadata) => {
      expect(
        setEnabledInput.safeParse({ merchantId: 'm', promotionId, version: 0, enabled: true, metadata }).success,
      ).toBe(false)
    },
  )

  it('answers a plan of another merchant like a missing one, also as the last of the list', async () => {
    const [merchantId, other] = [await newMerchant(), await newMerchant()]
    const [own, foreign] = [await insertPlan(merchantId), await insertPlan(other)]
    const refusalFor = (planIds: string[]) =>
      set(merchantId, { enabled: true, metadata: { planIds } }).then(
        () => 'saved',
        (error: unknown) => error,
      )
    const refused = await refusalFor([own, foreign])
    expect(refused).toMatchObject({ code: 'NOT_FOUND', reason: 'PLAN' })
    expect(refused).toEqual(await refusalFor([own, 'pln_missing']))
    expect(await storedOf(merchantId)).toBeUndefined()
  })

  it.each(['archived', 'rejected'])('refuses a merchant that is %s, with the way on', async (status) => {
    const merchantId = await newMerchant(status)
    await expect(set(merchantId, { enabled: true, metadata: {} })).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'MERCHANT_STATE',
      message: expect.stringContaining('Restore it'),
    })
  })

  it('keeps the lines of a note, and nothing of what no column takes', async () => {
    const { id: merchantId } = await insertMerchant(services)
    await set(merchantId, { enabled: true, metadata: { note: 'One.\r\nTwo\u0000 \uD800' } })
    expect((await storedOf(merchantId))?.metadata).toEqual({ note: 'One.\nTwo  \uFFFD' })
  })

  it('keeps what no form knows of an imported document', async () => {
    const merchantId = await newMerchant()
    await insertPromotion(services, { merchantId, metadata: { legacyCode: 'X1', note: 'old' } })
    await set(merchantId, { enabled: true, version: 1, metadata: { note: 'new' } })
    expect((await storedOf(merchantId))?.metadata).toEqual({ legacyCode: 'X1', note: 'new' })
    expect(await auditOf(merchantId)).toMatchObject([{ action: 'update_promotion' }])
  })

  it('of what is enabled already, with the same details, changes and audits nothing', async () => {
    const merchantId = await newMerchant()
    await set(merchantId, { enabled: true, metadata: { note: 'A' } })
    expect(await set(merchantId, { enabled: true, version: 1, metadata: { note: ' A ' } })).toMatchObject({
      version: 1,
    })
    expect(await set(merchantId, { enabled: true, version: 1 })).toMatchObject({ version: 1, metadata: { note: 'A' } })
    expect(await auditOf(merchantId)).toHaveLength(1)
  })
})

describe('disabling', () => {
  it('§4 clears metadata', async () => {
    const merchantId = await newMerchant()
    await set(merchantId, { enabled: true, metadata: { limitTotal: 5 } })
    expect(await set(merchantId, { enabled: false, version: 1 })).toMatchObject({
      enabled: false,
      metadata: null,
      version: 2,
    })
    expect(await storedOf(merchantId)).toMatchObject({ enabled: false, metadata: null })
    expect((await auditOf(merchantId)).at(-1)).toMatchObject({
      action: 'disable_promotion',
      before: { enabled: true, metadata: { limitTotal: 5 } },
      after: { enabled: false, metadata: null },
    })
  })

  it('takes no details along', async () => {
    const merchantId = await newMerchant()
    await expect(set(merchantId, { enabled: false, metadata: {} })).rejects.toMatchObject({ reason: 'METADATA' })
  })

  it('of what was never enabled makes no document', async () => {
    const merchantId = await newMerchant()
    expect(await set(merchantId, { enabled: false })).toMatchObject({ enabled: false, version: 0 })
    expect(await storedOf(merchantId)).toBeUndefined()
  })
})

describe('undo of a disable', () => {
  async function disabledBy(actor: UserActor) {
    const merchantId = await newMerchant()
    await insertPromotion(services, { merchantId, metadata: { limitTotal: 7, legacyCode: 'X1' } })
    await set(merchantId, { enabled: false, version: 1 }, actor)
    return merchantId
  }

  it('§G38 re-enables it with the values of the audit row', async () => {
    const merchantId = await disabledBy(admin)
    services.clock.advance(9_000)
    expect(await undo(merchantId, 2)).toMatchObject({ enabled: true, metadata: { limitTotal: 7 }, version: 3 })
    expect((await storedOf(merchantId))?.metadata).toEqual({ limitTotal: 7, legacyCode: 'X1' })
    expect((await auditOf(merchantId)).at(-1)).toMatchObject({
      action: 'enable_promotion',
      before: { enabled: false, metadata: null },
      after: { enabled: true, metadata: { limitTotal: 7 } },
    })
  })

  it('§G38 is over after ten seconds by the server’s time', async () => {
    const merchantId = await disabledBy(admin)
    services.clock.advance(12_001)
    await expect(undo(merchantId, 2)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'UNDO_OVER' })
    expect(await storedOf(merchantId)).toMatchObject({ enabled: false })
  })

  it('§G38 is only for who disabled it, and not once another user disabled it again', async () => {
    const colleague = await asAdmin(services)
    const merchantId = await disabledBy(colleague)
    await expect(undo(merchantId, 2)).rejects.toMatchObject({ reason: 'UNDO_OVER' })
    await set(merchantId, { enabled: true, version: 2, metadata: {} })
    await set(merchantId, { enabled: false, version: 3 })
    await expect(undo(merchantId, 4, colleague)).rejects.toMatchObject({ reason: 'UNDO_OVER' })
    await expect(undo(merchantId, 3)).rejects.toMatchObject({ reason: 'STALE_VERSION' })
  })

  it('happens once', async () => {
    const merchantId = await disabledBy(admin)
    const outcomes = await Promise.allSettled([undo(merchantId, 2), undo(merchantId, 2), undo(merchantId, 2)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('two people at once', () => {
  it('of 20 parallel toggles from the same version exactly one wins, with one audit row', async () => {
    const merchantId = await newMerchant()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => set(merchantId, { enabled: true, metadata: { note: String(index) } })),
    )
    const [winner, ...others] = outcomes.filter(({ status }) => status === 'fulfilled')
    expect(others).toEqual([])
    expect(winner).toBeDefined()
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ reason: 'STALE_VERSION' })
    expect(await storedOf(merchantId)).toMatchObject({ version: 1, enabled: true })
    expect(await auditOf(merchantId)).toHaveLength(1)
  })

  it('20 parallel toggles that always read first end in a state that its audit rows tell', async () => {
    const merchantId = await newMerchant()
    await Promise.allSettled(
      Array.from({ length: 20 }, async (_, index) => {
        const version = (await storedOf(merchantId))?.version ?? 0
        await set(merchantId, { version, enabled: index % 2 === 0, ...(index % 2 === 0 ? { metadata: {} } : {}) })
      }),
    )
    const [stored, audit] = [await storedOf(merchantId), await auditOf(merchantId)]
    expect(stored?.version).toBe(audit.length)
    expect(audit.at(-1)?.after).toMatchObject({ enabled: stored?.enabled })
  })
})

describe('rights', () => {
  it('§6 are the administrators’: owners and viewers of the merchant are refused', async () => {
    const merchantId = await newMerchant()
    for (const actor of [await asOwner(services, [merchantId]), await asViewer(services, [merchantId])]) {
      await expect(set(merchantId, { enabled: true }, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(undo(merchantId, 0, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    expect(await storedOf(merchantId)).toBeUndefined()
  })

  it('do not reach a merchant that is not there', async () => {
    await expect(set('mer_missing', { enabled: true })).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'MERCHANT' })
  })
})

it('§8 says "Promotion document missing after update" when the document is gone, and takes the change back', async () => {
  const merchantId = await newMerchant()
  await services.db.execute(sql`
    create function drop_promotion() returns trigger language plpgsql as $$
    begin delete from merchant_promotions where merchant_id = new.merchant_id; return null; end $$`)
  await services.db.execute(sql`
    create trigger drop_promotion after insert on merchant_promotions for each row execute function drop_promotion()`)
  try {
    await expect(set(merchantId, { enabled: true })).rejects.toThrow(/^Promotion document missing after update$/)
  } finally {
    await services.db.execute(sql`drop trigger drop_promotion on merchant_promotions`)
  }
  expect(await auditOf(merchantId)).toEqual([])
})
