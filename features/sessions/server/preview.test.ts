import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { adminRecords, userMerchants, users } from '@quaff/features/accounts/tables'
import { addUserActivity } from '@quaff/features/activity/server'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { platformSettings } from '@quaff/features/settings/tables'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { signOut } from './own-sessions'
import { currentSession } from './present-session'
import { endPreview, startPreview } from './preview'
import { resolveActor } from './session-gate'
import { sessions } from './tables'

let services: TestServices

beforeAll(async () => {
  services = await createTestServices()
})

async function insertMerchant(details: Partial<typeof merchants.$inferInsert> = {}): Promise<string> {
  const [id, now] = [services.ids.newId('mer'), services.clock.now()]
  await services.db
    .insert(merchants)
    .values({ id, name: 'Tide & Bean', statusChangedAt: now, createdAt: now, updatedAt: now, ...details })
  return id
}

/** The person as the next request finds them. */
async function nextRequest({ sessionId }: UserActor) {
  const actor = await resolveActor(services, sessionId)
  if (actor.kind !== 'user') throw new Error('signed out')
  return contextAs(services, actor)
}

const start = async (actor: UserActor, merchantId: string) => startPreview(await nextRequest(actor), { merchantId })
const lastAudit = async () => {
  const [row] = await services.db
    .select({
      action: adminAuditLogs.action,
      targetType: adminAuditLogs.targetType,
      targetId: adminAuditLogs.targetId,
      merchantId: adminAuditLogs.merchantId,
      adminUserId: adminAuditLogs.adminUserId,
    })
    .from(adminAuditLogs)
    .where(eq(adminAuditLogs.targetType, 'merchant'))
    .orderBy(desc(adminAuditLogs.sequence))
    .limit(1)
  return row
}
const storedPreview = async ({ sessionId }: UserActor) => {
  const [row] = await services.db.select().from(sessions).where(eq(sessions.id, sessionId))
  return row?.previewMerchantId
}

describe('a preview', () => {
  it('makes a viewer of that merchant out of an administrator, who stays the same person', async () => {
    const [merchantId, admin] = [await insertMerchant(), await asAdmin(services, { applicationId: null })]
    const session = await start(admin, merchantId)
    expect(session.preview).toEqual({ merchantId, merchantName: 'Tide & Bean', role: 'quaff_admin' })
    expect(session.assignedMerchant).toMatchObject({ id: merchantId, temporary: false })
    expect(session).toEqual(await currentSession(await nextRequest(admin)))
    expect(await resolveActor(services, admin.sessionId)).toEqual({
      ...admin,
      role: 'merchant_viewer',
      merchantIds: [merchantId],
      preview: { merchantId, merchantName: 'Tide & Bean', role: 'quaff_admin' },
    })
  })

  it('leaves an owner neither the other merchants nor those of the own application', async () => {
    const [merchantId, other, applied] = [await insertMerchant(), await insertMerchant(), await insertMerchant()]
    const owner = await asOwner(services, [other, merchantId])
    const applicationId = services.ids.newId('app')
    await services.db
      .insert(merchantApplications)
      .values({
        id: applicationId,
        userId: owner.userId,
        merchantId: applied,
        createdAt: services.clock.now(),
        updatedAt: services.clock.now(),
      })
    await services.db.update(users).set({ applicationId }).where(eq(users.id, owner.userId))
    expect((await nextRequest(owner)).actor).toMatchObject({ ownMerchantIds: [applied] })
    await start(owner, merchantId)
    expect((await nextRequest(owner)).actor).toMatchObject({
      userId: owner.userId,
      role: 'merchant_viewer',
      merchantIds: [merchantId],
      ownMerchantIds: [],
      applicationId: null,
    })
  })

  it('ends where it began, with the rights from before', async () => {
    const merchantId = await insertMerchant()
    const owner = await asOwner(services, [merchantId])
    await start(owner, merchantId)
    const session = await endPreview(await nextRequest(owner))
    expect(session.preview).toBeUndefined()
    expect(session.user.role).toBe('merchant_owner')
    expect(await resolveActor(services, owner.sessionId)).toEqual(owner)
  })

  it('is written down at its start and its end, once, in the name of the person', async () => {
    const [merchantId, admin] = [await insertMerchant(), await asAdmin(services)]
    const entry = { targetType: 'merchant', targetId: merchantId, merchantId, adminUserId: admin.userId }
    await start(admin, merchantId)
    expect(await lastAudit()).toEqual({ action: 'start_preview', ...entry })
    const [first, second] = [await nextRequest(admin), await nextRequest(admin)]
    await endPreview(first)
    await endPreview(second)
    const ends = and(eq(adminAuditLogs.action, 'end_preview'), eq(adminAuditLogs.targetId, merchantId))
    expect(await services.db.$count(adminAuditLogs, ends)).toBe(1)
    expect(await lastAudit()).toEqual({ action: 'end_preview', ...entry })
  })

  it('belongs to one session: another one of the same person is not touched, and a new one starts without', async () => {
    const [merchantId, admin] = [await insertMerchant(), await asAdmin(services)]
    const elsewhere = services.ids.newId('ses')
    const [row] = await services.db.select().from(sessions).where(eq(sessions.id, admin.sessionId))
    if (!row) throw new Error('no session')
    await services.db.insert(sessions).values({ ...row, id: elsewhere, tokenHash: services.secrets.hash(elsewhere) })
    await start(admin, merchantId)
    expect(await resolveActor(services, elsewhere)).toMatchObject({ role: 'quaff_admin' })
    await signOut(await nextRequest(admin), addUserActivity)
    expect(await resolveActor(services, admin.sessionId)).toEqual({ kind: 'anonymous' })
  })
})

describe('who may preview', () => {
  it('answers an owner a foreign merchant word for word as a missing one', async () => {
    const owner = await asOwner(services, [await insertMerchant()])
    const [foreign, missing] = await Promise.allSettled([
      start(owner, await insertMerchant({ ownerId: owner.userId })),
      start(owner, 'mer_missing'),
    ])
    expect(foreign).toEqual(missing)
    expect(foreign).toMatchObject({ reason: { code: 'NOT_FOUND' } })
    expect(await storedPreview(owner)).toBeNull()
  })

  it('says to an administrator that a merchant does not exist', async () => {
    await expect(start(await asAdmin(services), 'mer_missing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('refuses viewers, custom roles and strangers', async () => {
    const merchantId = await insertMerchant()
    const [viewer, barista] = [await asViewer(services, [merchantId]), await asCustomRole(services)]
    await expect(start(viewer, merchantId)).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'ROLE' })
    await expect(start(barista, merchantId)).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'ROLE' })
    await expect(startPreview(contextAs(services), { merchantId })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(endPreview(contextAs(services))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('refuses a session that has ended in the meantime', async () => {
    const [merchantId, admin] = [await insertMerchant(), await asAdmin(services)]
    const context = await nextRequest(admin)
    await signOut(await nextRequest(admin), addUserActivity)
    await expect(startPreview(context, { merchantId })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await services.db.$count(adminAuditLogs, eq(adminAuditLogs.targetId, merchantId))).toBe(0)
    await expect(endPreview(context)).rejects.toMatchObject({ code: 'UNAUTHORIZED', reason: 'SIGNED_OUT' })
  })
})

describe('a preview ends by itself', () => {
  async function previewing(as: 'admin' | 'owner') {
    const merchantId = await insertMerchant()
    const actor = as === 'admin' ? await asAdmin(services) : await asOwner(services, [merchantId])
    await start(actor, merchantId)
    return { merchantId, actor }
  }
  const role = async (actor: UserActor) => (await nextRequest(actor)).actor

  it('when the person is demoted, and does not come back with the old role', async () => {
    const { actor } = await previewing('admin')
    const setRole = (next: string) =>
      services.db.update(adminRecords).set({ role: next }).where(eq(adminRecords.userId, actor.userId))
    await setRole('merchant_viewer')
    expect(await role(actor)).toMatchObject({ role: 'merchant_viewer', merchantIds: [] })
    await expect.poll(() => storedPreview(actor)).toBeNull()
    await setRole('quaff_admin')
    expect(await role(actor)).toEqual(actor)
  })

  it('when an owner loses the merchant', async () => {
    const { actor } = await previewing('owner')
    await services.db.delete(userMerchants).where(eq(userMerchants.userId, actor.userId))
    expect(await role(actor)).toMatchObject({ role: 'merchant_owner', merchantIds: [] })
    await expect.poll(() => storedPreview(actor)).toBeNull()
  })

  it.each(['admin', 'owner'] as const)('when the merchant is deleted under an %s', async (as) => {
    const { actor, merchantId } = await previewing(as)
    await services.db.delete(merchants).where(eq(merchants.id, merchantId))
    const found = await role(actor)
    expect(found).toMatchObject({ role: actor.role })
    expect(found).not.toHaveProperty('preview')
  })

  it('when a second factor is demanded of the person, who could not set one up otherwise', async () => {
    const { actor, merchantId } = await previewing('admin')
    await services.db
      .insert(platformSettings)
      .values({ key: 'requireSecondFactor', value: true, updatedAt: services.clock.now() })
    const found = await role(actor)
    expect(found).toMatchObject({ role: 'quaff_admin', mustEnrol: true })
    expect(found).not.toHaveProperty('preview')
    await expect(start(actor, merchantId)).rejects.toMatchObject({ reason: 'ENROL_SECOND_FACTOR' })
    await services.db.delete(platformSettings)
  })

  it('when the account is suspended, as any session does', async () => {
    const { actor } = await previewing('admin')
    await services.db.update(users).set({ status: 'suspended' }).where(eq(users.id, actor.userId))
    expect(await resolveActor(services, actor.sessionId)).toEqual({ kind: 'anonymous' })
  })
})
