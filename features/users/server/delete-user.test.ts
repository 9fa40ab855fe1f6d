import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { adminRecords, pendingInvitations, userMerchants, users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { merchantApplications } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { resolveActor } from '@quaff/features/sessions/server'
import { insertInvitedUser, tokenFromEmail } from '@quaff/features/sign-in/testing/invited-user-factory'
import { adminAuditLogs, liveEvents } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { deleteUserInput } from '../access-contract'
import { userStatuses } from '../contract'
import { insertUser } from '../testing/user-factory'
import { deleteUser } from './delete-user'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
})

const isThere = (id: string) => services.db.$count(users, eq(users.id, id))
const auditsOf = (id: string) => services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))

describe('deleting a person', () => {
  it('§7 takes sessions, links, memberships, records and activity along, and ends open streams', async () => {
    const target = await asOwner(services, ['mer_1'])
    await tokenFromEmail(services, { id: target.userId, email: target.email }, 'sign_in')
    const at = services.clock.now()
    await services.db.insert(userActivity).values({ id: 'act_1', userId: target.userId, action: 'x', occurredAt: at })
    await deleteUser(admin, { userId: target.userId, version: 1, confirmEmail: ` ${target.email.toUpperCase()} ` })
    const { userId } = target
    expect(await isThere(userId)).toBe(0)
    expect((await resolveActor(services, target.sessionId)).kind).toBe('anonymous')
    for (const count of [
      services.db.$count(oneTimeSecrets, eq(oneTimeSecrets.userId, userId)),
      services.db.$count(userMerchants, eq(userMerchants.userId, userId)),
      services.db.$count(adminRecords, eq(adminRecords.userId, userId)),
      services.db.$count(userActivity, eq(userActivity.userId, userId)),
    ])
      expect(await count).toBe(0)
    const events = await services.db.select().from(liveEvents).where(eq(liveEvents.subjectId, userId))
    expect(events.map((event) => event.topic)).toEqual(expect.arrayContaining(['session', 'user', 'audit']))
  })

  it('leaves the id in the audit log, and the address nowhere in it', async () => {
    const { id, email } = await insertUser(services, { role: 'merchant_viewer', merchantIds: ['mer_1'] })
    await deleteUser(admin, { userId: id })
    const [audit] = await auditsOf(id)
    expect(audit).toMatchObject({
      action: 'delete_user',
      before: { role: 'merchant_viewer', status: 'active', merchantIds: ['mer_1'] },
    })
    const { rows } = await services.db.execute<Record<string, unknown>>(
      sql`select 1 from admin_audit_logs where admin_audit_logs::text like ${`%${email}%`}`,
    )
    expect(rows).toEqual([])
  })

  it('unlinks the application and kills an open invitation', async () => {
    const invited = await insertInvitedUser(services)
    await tokenFromEmail(services, invited, 'invitation')
    const at = services.clock.now()
    await services.db
      .insert(merchantApplications)
      .values({ id: 'app_d', userId: invited.id, createdAt: at, updatedAt: at })
    await services.db.update(users).set({ applicationId: 'app_d' }).where(eq(users.id, invited.id))
    await deleteUser(admin, { userId: invited.id })
    const [application] = await services.db
      .select()
      .from(merchantApplications)
      .where(eq(merchantApplications.id, 'app_d'))
    expect(application).toMatchObject({ userId: null, version: 2 })
    expect(await services.db.$count(pendingInvitations, eq(pendingInvitations.userId, invited.id))).toBe(0)
  })

  it.each(userStatuses)('is possible while %s', async (status) => {
    const { id } = await insertUser(services, { status })
    expect(await deleteUser(admin, { userId: id })).toEqual({ success: true })
    expect(await isThere(id)).toBe(0)
  })

  it('happens once, of 20 at the same time', async () => {
    const { id } = await insertUser(services)
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => deleteUser(admin, { userId: id })))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await auditsOf(id)).toHaveLength(1)
  })
})

describe('deleting is refused, with nothing written,', () => {
  async function expectKept(userId: string, attempt: Promise<unknown>, refusal: object) {
    await expect(attempt).rejects.toMatchObject(refusal)
    expect([await isThere(userId), await auditsOf(userId)]).toEqual([1, []])
  }

  it('for the owner of a merchant, naming it: a transfer comes first', async () => {
    const { id } = await insertUser(services, { role: 'merchant_owner' })
    const at = services.clock.now()
    await insertMerchant(services, { name: 'Half Moon', ownerId: id })
    await insertMerchant(services, { name: 'Bell Bar', ownerId: id })
    await services.db.insert(merchantApplications).values({ id: 'app_k', userId: id, createdAt: at, updatedAt: at })
    await expectKept(id, deleteUser(admin, { userId: id }), {
      code: 'CONFLICT',
      reason: 'OWNS_MERCHANT',
      message: expect.stringContaining('Bell Bar, Half Moon'),
    })
    const [application] = await services.db
      .select()
      .from(merchantApplications)
      .where(eq(merchantApplications.id, 'app_k'))
    expect(application?.userId).toBe(id)
  })

  it('§G12 for oneself, and to everybody but administrators', async () => {
    const actor = await asAdmin(services)
    await expectKept(actor.userId, deleteUser(contextAs(services, actor), { userId: actor.userId }), { reason: 'SELF' })
    const target = await asViewer(services, ['mer_1'])
    for (const other of [await asOwner(services, ['mer_1']), target])
      await expectKept(target.userId, deleteUser(contextAs(services, other), { userId: target.userId }), {
        code: 'FORBIDDEN',
      })
  })

  it('without the address typed, or with the version of yesterday', async () => {
    const { id, email } = await insertUser(services)
    for (const confirmEmail of ['', 'x', email.slice(1), `${email}, other@people.test`])
      await expectKept(id, deleteUser(admin, { userId: id, version: 1, confirmEmail }), {
        code: 'BAD_REQUEST',
        reason: 'CONFIRM_EMAIL',
      })
    await expectKept(id, deleteUser(admin, { userId: id, version: 2, confirmEmail: email }), {
      reason: 'STALE_VERSION',
    })
  })

  it.each([
    [{ userId: ['usr_1'] }],
    [{ confirmEmail: ['a@b.test'] }],
    [{ confirmEmail: undefined }],
    [{ force: true }],
  ])('by shape: %j', (extra) => {
    const valid = { userId: 'usr_1', version: 1, confirmEmail: 'a@b.test' }
    expect(deleteUserInput.safeParse(valid).success).toBe(true)
    expect(deleteUserInput.safeParse({ ...valid, ...extra }).success).toBe(false)
  })
})
