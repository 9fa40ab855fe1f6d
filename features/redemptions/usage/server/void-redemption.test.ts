import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs, liveEvents } from '@quaff/platform/server/tables'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { redemptionHours, redemptions, redemptionTotals } from '../../server/tables'
import { writeRedemptions, type RedemptionWrite } from '../../server/write-redemptions'
import { voidRedemptionInput } from '../../usage-contract'
import { listRedemptions } from './read-redemptions'
import { voidRedemption } from './void-redemption'

let services: TestServices
let admin: UserActor
let owner: UserActor
const merchantId = 'mer_own'
const now = new Date('2026-03-10T12:00:00Z')
const today = new Date('2026-03-10T11:30:00Z')
const yesterday = new Date('2026-03-09T11:30:00Z')

beforeEach(async () => {
  services = await createTestServices({ settings: { timeZone: 'Asia/Kathmandu' } })
  services.clock.set(now)
  await insertMerchant(services, { id: merchantId })
  admin = await asAdmin(services, { displayName: 'Ada Admin' })
  owner = await asOwner(services, [merchantId], { displayName: 'Tomás Rivera' })
})

const drink = (id: string, change: Partial<RedemptionWrite> = {}) =>
  inTransaction(services, (tx) => writeRedemptions(services, tx, [{ id, merchantId, redeemedAt: today, ...change }]))
const asVoid = (actor: UserActor, redemptionId = 'red_1', redeemedAt = today) =>
  voidRedemption(contextAs(services, actor), { redemptionId, redeemedAt, reason: 'Scanned twice' })
const counters = async () => {
  const hours = await services.db.select().from(redemptionHours)
  const [total] = await services.db.select().from(redemptionTotals)
  const sum = (status: string) =>
    hours.filter((row) => row.status === status).reduce((all, { count }) => all + count, 0)
  return { completed: sum('completed'), voided: sum('voided'), total: total?.count }
}

describe('voiding a redemption', () => {
  it('removes it from every counter and keeps it, with who did it and why', async () => {
    await drink('red_1')
    await drink('red_2')
    expect(await asVoid(owner)).toMatchObject({
      id: 'red_1',
      status: 'voided',
      voided: { at: now, by: 'Tomás Rivera', reason: 'Scanned twice' },
    })
    expect(await counters()).toEqual({ completed: 1, voided: 1, total: 1 })
    const [row] = await services.db.select().from(redemptions).where(eq(redemptions.id, 'red_1'))
    expect(row).toMatchObject({ status: 'voided', voidedAt: now, voidedBy: owner.userId, voidReason: 'Scanned twice' })
  })

  it('is audited and published to viewers of the merchant', async () => {
    await drink('red_1')
    await services.db.delete(liveEvents)
    await asVoid(admin)
    const rows = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.action, 'void_redemption'))
    expect(rows).toMatchObject([
      {
        targetType: 'redemption',
        targetId: 'red_1',
        merchantId,
        adminUserId: admin.userId,
        before: { status: 'completed' },
        after: { status: 'voided', reason: 'Scanned twice' },
      },
    ])
    expect(await services.db.select().from(liveEvents)).toContainEqual(
      expect.objectContaining({ topic: 'redemption', subjectId: merchantId, merchantId }),
    )
  })

  it('is refused a second time, without a change', async () => {
    await drink('red_1')
    await asVoid(owner)
    await expect(asVoid(admin)).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'ALREADY_VOIDED',
      message: 'This redemption is already voided.',
    })
    expect(await counters()).toEqual({ completed: 0, voided: 1, total: 0 })
    expect(await services.db.$count(adminAuditLogs, eq(adminAuditLogs.action, 'void_redemption'))).toBe(1)
  })

  it('happens once for two concurrent requests', async () => {
    await drink('red_1')
    const outcomes = await Promise.allSettled([asVoid(owner), asVoid(admin)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await counters()).toEqual({ completed: 0, voided: 1, total: 0 })
  })

  it('§0018 remains, whatever the provider sends again', async () => {
    await drink('red_1')
    await asVoid(owner)
    expect(await drink('red_1', { status: 'completed', eventId: 'evt_late' })).toMatchObject({ created: 0, updated: 0 })
    expect(await drink('red_1', { status: 'voided' })).toMatchObject({ updated: 0 })
    expect(await counters()).toEqual({ completed: 0, voided: 1, total: 0 })
    const [row] = await services.db.select().from(redemptions)
    expect(row).toMatchObject({ status: 'voided', voidReason: 'Scanned twice' })
  })

  it('§0018 leaves a void of the provider to the provider', async () => {
    await drink('red_1', { status: 'voided' })
    await drink('red_1', { status: 'completed' })
    expect(await counters()).toEqual({ completed: 1, voided: 0, total: 1 })
  })
})

describe('who may void', () => {
  it('an administrator any redemption, an owner those of today in the platform’s zone', async () => {
    await drink('red_old', { redeemedAt: yesterday })
    await expect(asVoid(owner, 'red_old', yesterday)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'NOT_TODAY' })
    expect(await asVoid(admin, 'red_old', yesterday)).toMatchObject({ voided: { by: 'Ada Admin' } })
  })

  it('no user of a foreign merchant, whose redemptions are reported as missing', async () => {
    await insertMerchant(services, { id: 'mer_foreign' })
    await drink('red_1', { merchantId: 'mer_foreign' })
    const refusals = await Promise.all(
      ['red_1', 'red_missing'].map((id) => asVoid(owner, id).catch((error: unknown) => error)),
    )
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]).toMatchObject({ code: 'NOT_FOUND', reason: 'REDEMPTION' })
    expect(await counters()).toMatchObject({ voided: 0 })
  })

  it('no viewer and no custom role', async () => {
    await drink('red_1')
    for (const actor of [await asViewer(services, [merchantId]), await asCustomRole(services)])
      await expect(asVoid(actor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('and no user without a readable reason', () => {
    const input = { redemptionId: 'red_1', redeemedAt: today }
    for (const reason of ['', '  ', '\u200b', 'x'.repeat(501)])
      expect(voidRedemptionInput.safeParse({ ...input, reason }).success).toBe(false)
    expect(voidRedemptionInput.parse({ ...input, reason: ' twice ' }).reason).toBe('twice')
  })
})

it('§0039 merchant roles see a colleague’s name, but only the role of an administrator', async () => {
  const { id } = await insertUser(services, { displayName: 'Another Person' })
  await drink('red_1', { userId: id })
  await drink('red_2')
  await asVoid(admin)
  await asVoid(owner, 'red_2')
  const byOf = async (actor: UserActor) => {
    const { rows } = await listRedemptions(contextAs(services, actor), { merchantId, limit: 20 })
    return Object.fromEntries(rows.map((row) => [row.id, row.voided?.by]))
  }
  expect(await byOf(owner)).toEqual({ red_1: 'an administrator', red_2: 'Tomás Rivera' })
  expect(await byOf(admin)).toEqual({ red_1: 'Ada Admin', red_2: 'Tomás Rivera' })
})
