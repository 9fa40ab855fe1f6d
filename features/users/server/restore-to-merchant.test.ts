import { asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { pendingInvitations, userMerchants, users } from '@quaff/features/accounts/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { accessLimits } from '../access-contract'
import { insertUser } from '../testing/user-factory'
import { deleteUser } from './delete-user'
import { removeFromMerchant, restoreToMerchant } from './remove-from-merchant'
import { updateUserRole } from './update-user-role'

let services: TestServices
let owner: UserActor
let mine: string
let other: string
beforeAll(async () => {
  services = await createTestServices()
  mine = (await insertMerchant(services)).id
  other = (await insertMerchant(services)).id
  owner = await asOwner(services, [mine])
})

const as = (actor: UserActor) => contextAs(services, actor)
const remove = (userId: string, actor = owner) => removeFromMerchant(as(actor), { userId, merchantId: mine })
const restore = (userId: string, actor = owner) => restoreToMerchant(as(actor), { userId, merchantId: mine })
const merchantsOf = async (userId: string) =>
  (
    await services.db
      .select()
      .from(userMerchants)
      .where(eq(userMerchants.userId, userId))
      .orderBy(asc(userMerchants.position))
  ).map((row) => row.merchantId)

describe('undoing a removal from a merchant', () => {
  it('gives the merchant back at its place, and is audited', async () => {
    const viewer = await asViewer(services, [mine, other])
    await remove(viewer.userId)
    services.clock.advance(1_000)
    expect(await restore(viewer.userId)).toEqual({ success: true })
    expect(await merchantsOf(viewer.userId)).toEqual([mine, other])
    const [row] = await services.db.select().from(users).where(eq(users.id, viewer.userId))
    expect(row).toMatchObject({ role: 'merchant_viewer', status: 'active', version: 3 })
    const audits = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, viewer.userId))
    expect(audits.find((audit) => audit.action === 'restore_to_merchant')).toMatchObject({
      merchantId: mine,
      before: { merchantIds: [other] },
      after: { merchantIds: [mine, other] },
    })
    await expect(restore(viewer.userId)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'UNDO_OVER' })
  })

  it('reaches an open invitation too', async () => {
    const merchantIds = [mine, other]
    const { id } = await insertUser(services, { status: 'pending', role: 'merchant_viewer', merchantIds })
    const invitation = { userId: id, role: 'merchant_viewer', merchantIds, createdAt: services.clock.now() }
    await services.db.insert(pendingInvitations).values(invitation)
    await remove(id)
    await restore(id)
    const [row] = await services.db.select().from(pendingInvitations).where(eq(pendingInvitations.userId, id))
    expect(row?.merchantIds.toSorted()).toEqual(merchantIds.toSorted())
  })

  it('of two at the same moment happens once', async () => {
    const viewer = await asViewer(services, [mine])
    await remove(viewer.userId)
    const outcomes = await Promise.allSettled([restore(viewer.userId), restore(viewer.userId)])
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await merchantsOf(viewer.userId)).toEqual([mine])
  })

  it('adds no one who was not removed just now, by this person', async () => {
    const viewer = await asViewer(services, [mine])
    const stranger = await asViewer(services, [other])
    const colleague = await asOwner(services, [mine])
    for (const userId of [stranger.userId, viewer.userId, 'usr_missing'])
      await expect(restore(userId)).rejects.toMatchObject({ reason: 'UNDO_OVER' })
    await remove(viewer.userId)
    await expect(restore(viewer.userId, colleague)).rejects.toMatchObject({ reason: 'UNDO_OVER' })
    const foreign = await asOwner(services, [other])
    await expect(restore(viewer.userId, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'MERCHANT' })
    await expect(restore(viewer.userId, await asViewer(services, [mine]))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    services.clock.advance(accessLimits.undoRemovalMs + 1)
    await expect(restore(viewer.userId)).rejects.toMatchObject({ reason: 'UNDO_OVER' })
    expect([await merchantsOf(viewer.userId), await merchantsOf(stranger.userId)]).toEqual([[], [other]])
  })

  it('is refused for an account that has changed or was deleted', async () => {
    const admin = as(await asAdmin(services))
    const promoted = await asViewer(services, [mine, other])
    await remove(promoted.userId)
    await updateUserRole(admin, { userId: promoted.userId, role: 'merchant_owner', merchantIds: [other] })
    await expect(restore(promoted.userId)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'UNDO_CHANGED' })
    const suspended = await asViewer(services, [mine])
    await remove(suspended.userId)
    await services.db.update(users).set({ status: 'suspended' }).where(eq(users.id, suspended.userId))
    await expect(restore(suspended.userId)).rejects.toMatchObject({ reason: 'UNDO_CHANGED' })
    const deleted = await asViewer(services, [mine])
    await remove(deleted.userId)
    await deleteUser(admin, { userId: deleted.userId })
    await expect(restore(deleted.userId)).rejects.toMatchObject({ reason: 'UNDO_OVER' })
    expect(await merchantsOf(promoted.userId)).toEqual([other])
  })
})
