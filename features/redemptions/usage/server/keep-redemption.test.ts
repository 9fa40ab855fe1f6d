import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs, liveEvents } from '@quaff/platform/server/tables'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { getVenueToday } from '../../server/get-live-counter'
import { redemptions } from '../../server/tables'
import { writeRedemptions, type RedemptionWrite } from '../../server/write-redemptions'
import { usageRowSchema } from '../../usage-contract'
import { keepRedemption } from './keep-redemption'
import { listRedemptions } from './read-redemptions'
import { voidRedemption } from './void-redemption'

let services: TestServices
let admin: UserActor
let owner: UserActor
let userId: string
const merchantId = 'mer_own'
const now = new Date('2026-03-10T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const doubled = { redemptionId: 'red_2', redeemedAt: minutesAgo(27) }

beforeEach(async () => {
  services = await createTestServices({ settings: { timeZone: 'Asia/Kathmandu' } })
  services.clock.set(now)
  await insertMerchant(services, { id: merchantId })
  admin = await asAdmin(services, { displayName: 'Ada Admin' })
  owner = await asOwner(services, [merchantId], { displayName: 'Tomás Rivera' })
  userId = (await insertUser(services, { displayName: 'Ana Pereira' })).id
  await drink('red_1', { redeemedAt: minutesAgo(30) })
  await drink('red_2', { redeemedAt: doubled.redeemedAt })
})

const drink = (id: string, change: Partial<RedemptionWrite> & { redeemedAt: Date }) =>
  inTransaction(services, (tx) => writeRedemptions(services, tx, [{ id, merchantId, userId, ...change }]))
const keep = (actor: UserActor, isKept = true, key: typeof doubled = doubled) =>
  keepRedemption(contextAs(services, actor), { ...key, isKept })
const waiting = async (actor: UserActor = owner) =>
  (await getVenueToday(contextAs(services, actor), { merchantId })).flagged
const audits = () =>
  services.db
    .select({ action: adminAuditLogs.action, by: adminAuditLogs.adminUserId })
    .from(adminAuditLogs)
    .where(inArray(adminAuditLogs.action, ['keep_redemption', 'flag_redemption']))
    .orderBy(adminAuditLogs.occurredAt)

describe('keeping a flagged redemption', () => {
  it('takes it out of the flags that wait, and leaves the redemption and its flag on record', async () => {
    expect(await waiting()).toMatchObject({ count: 1, rows: [{ id: 'red_2', flags: ['double_scan'], kept: null }] })
    const kept = await keep(owner)
    expect(usageRowSchema.parse(kept)).toEqual(kept)
    expect(kept).toMatchObject({ status: 'completed', flags: ['double_scan'], kept: { at: now, by: 'Tomás Rivera' } })
    expect(await waiting()).toMatchObject({ count: 0, rows: [] })
  })

  it('is undone by flagging it again, and both are audited and published', async () => {
    await services.db.delete(liveEvents)
    await keep(owner)
    services.clock.set(new Date(now.getTime() + 5_000))
    expect(await keep(admin, false)).toMatchObject({ flags: ['double_scan'], kept: null })
    expect(await waiting()).toMatchObject({ count: 1 })
    expect(await audits()).toEqual([
      { action: 'keep_redemption', by: owner.userId },
      { action: 'flag_redemption', by: admin.userId },
    ])
    const published = await services.db.select().from(liveEvents).where(eq(liveEvents.topic, 'redemption'))
    expect(published).toMatchObject([
      { subjectId: merchantId, merchantId },
      { subjectId: merchantId, merchantId },
    ])
  })

  it('is recorded once, for the first of two people', async () => {
    await Promise.all([keep(owner), keep(owner)])
    services.clock.set(new Date(now.getTime() + 5_000))
    expect(await keep(admin)).toMatchObject({ kept: { at: now, by: 'Tomás Rivera' } })
    expect(await audits()).toEqual([{ action: 'keep_redemption', by: owner.userId }])
    await keep(owner, false)
    await keep(owner, false)
    expect(await audits()).toHaveLength(2)
  })

  it('works for an owner on later days too, because nothing is lost by it', async () => {
    services.clock.set(new Date('2026-03-14T12:00:00Z'))
    expect(await keep(owner)).toMatchObject({ kept: { by: 'Tomás Rivera' } })
  })

  it('remains when the provider reports the redemption again', async () => {
    await keep(owner)
    await drink('red_2', { redeemedAt: doubled.redeemedAt, status: 'completed', eventId: 'evt_late' })
    expect(await waiting()).toMatchObject({ count: 0 })
  })

  it('is refused once the redemption is voided', async () => {
    await voidRedemption(contextAs(services, owner), { ...doubled, reason: 'Scanned twice' })
    await expect(keep(owner)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'NOT_COMPLETED' })
    const [row] = await services.db.select().from(redemptions).where(eq(redemptions.id, 'red_2'))
    expect(row?.keptAt).toBeNull()
  })
})

describe('who may keep', () => {
  it('no viewer and no custom role', async () => {
    for (const actor of [await asViewer(services, [merchantId]), await asCustomRole(services)])
      await expect(keep(actor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('no owner of another merchant, for whom it is missing', async () => {
    await insertMerchant(services, { id: 'mer_foreign' })
    const stranger = await asOwner(services, ['mer_foreign'])
    const missing = { ...doubled, redemptionId: 'red_missing' }
    const refusals = await Promise.all(
      [doubled, missing].map((key) => keep(stranger, true, key).catch((error: unknown) => error)),
    )
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]).toMatchObject({ code: 'NOT_FOUND', reason: 'REDEMPTION' })
  })
})

it('§0039 merchant roles see a colleague’s name, but only the role of an administrator', async () => {
  await keep(admin)
  const byOf = async (actor: UserActor) => {
    const { rows } = await listRedemptions(contextAs(services, actor), { merchantId, limit: 20 })
    return rows.find(({ id }) => id === 'red_2')?.kept?.by
  }
  expect(await byOf(owner)).toBe('an administrator')
  expect(await byOf(admin)).toBe('Ada Admin')
})
