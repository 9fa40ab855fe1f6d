import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { adminRecords, userMerchants, users } from '@quaff/features/accounts/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { resolveActor } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs, liveEvents } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asCustomRole, asOwner, asUser, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { updateUserRoleInput } from '../access-contract'
import { insertUser } from '../testing/user-factory'
import { updateUserRole } from './update-user-role'

let services: TestServices
let admin: TestContext
let one: string
let two: string
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
  one = (await insertMerchant(services)).id
  two = (await insertMerchant(services)).id
})

const isSignedIn = async (actor: UserActor) => (await resolveActor(services, actor.sessionId)).kind === 'user'
const rowOf = async (id: string) => (await services.db.select().from(users).where(eq(users.id, id)))[0]!
const recordOf = async (id: string) =>
  (await services.db.select().from(adminRecords).where(eq(adminRecords.userId, id)))[0]?.role ?? null
const merchantsOf = async (id: string) =>
  (
    await services.db.select().from(userMerchants).where(eq(userMerchants.userId, id)).orderBy(userMerchants.position)
  ).map((row) => row.merchantId)
const auditsOf = (id: string) => services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))
const update = (userId: string, role: string, merchantIds: string[] = [], ctx = admin) =>
  updateUserRole(ctx, updateUserRoleInput.parse({ userId, role, merchantIds }))

describe('a change of role', () => {
  it('§7 writes role, admin record and merchants, and signs the person out everywhere', async () => {
    const target = await asViewer(services, [one])
    const bystander = await asViewer(services, [one])
    services.clock.advance(1_000)
    expect(await update(target.userId, 'merchant_owner', [two, one, two])).toEqual({ success: true })
    expect(await rowOf(target.userId)).toMatchObject({
      role: 'merchant_owner',
      version: 2,
      updatedAt: services.clock.now(),
    })
    expect([await recordOf(target.userId), await merchantsOf(target.userId)]).toEqual(['merchant_owner', [two, one]])
    expect(await Promise.all([target, bystander].map(isSignedIn))).toEqual([false, true])
    expect(await auditsOf(target.userId)).toMatchObject([
      {
        action: 'update_role',
        before: { role: 'merchant_viewer', merchantIds: [one] },
        after: { role: 'merchant_owner', merchantIds: [two, one] },
      },
    ])
    const events = await services.db.select().from(liveEvents).where(eq(liveEvents.subjectId, target.userId))
    expect(events.map((event) => [event.topic, event.merchantId])).toEqual(
      expect.arrayContaining([
        ['session', null],
        ['user', one],
        ['user', two],
      ]),
    )
  })

  it('§3 is audited as grant_admin and revoke_admin where administrator rights change; the actor stays signed in', async () => {
    const actor = await asAdmin(services)
    const target = await asOwner(services, [one])
    await update(target.userId, 'quaff_admin', [one], contextAs(services, actor))
    expect([await recordOf(target.userId), await merchantsOf(target.userId)]).toEqual(['quaff_admin', []])
    await update(target.userId, 'customer', [one], contextAs(services, actor))
    expect([await recordOf(target.userId), await merchantsOf(target.userId)]).toEqual([null, []])
    expect((await auditsOf(target.userId)).map((row) => row.action)).toEqual(['grant_admin', 'revoke_admin'])
    expect(await isSignedIn(actor)).toBe(true)
  })

  it.each([[{ role: 'quaff_admin' }], [{ admin: true }], [{ quaff_admin: true }], [{ isQuaffAdmin: true }]])(
    '§G10 clears what came with an imported account: %j',
    async (claims) => {
      const { id } = await insertUser(services, { role: 'merchant_viewer', merchantIds: [one], claims })
      await update(id, 'merchant_viewer', [one])
      expect(await rowOf(id)).toMatchObject({ claims: {}, role: 'merchant_viewer' })
      expect(await auditsOf(id)).toMatchObject([{ action: 'revoke_admin' }])
    },
  )

  it('takes an applicant who is no owner any more out of the set-up', async () => {
    const { id } = await insertUser(services, { role: 'merchant_owner', applicationId: 'app_1' })
    await update(id, 'merchant_owner', [one])
    expect(await rowOf(id)).toMatchObject({ applicationId: 'app_1' })
    await update(id, 'merchant_viewer', [one])
    expect(await rowOf(id)).toMatchObject({ applicationId: null })
  })

  it('writes nothing when nothing changes', async () => {
    const target = await asOwner(services, [one])
    await services.db.update(users).set({ role: 'merchant_owner' }).where(eq(users.id, target.userId))
    expect(await update(target.userId, 'merchant_owner', [one])).toEqual({ success: true })
    expect([await isSignedIn(target), await auditsOf(target.userId)]).toEqual([true, []])
  })
})

describe('a change of role is refused, with nothing written,', () => {
  async function expectUnchanged(target: UserActor, attempt: Promise<unknown>, refusal: object) {
    await expect(attempt).rejects.toMatchObject(refusal)
    expect([await isSignedIn(target), await auditsOf(target.userId)]).toEqual([true, []])
    expect((await rowOf(target.userId)).version).toBe(1)
  }

  it('§G12 to everybody but administrators', async () => {
    const target = await asViewer(services, [one])
    const others = [await asOwner(services, [one]), await asViewer(services, [one]), await asCustomRole(services)]
    for (const actor of others) {
      const ctx = contextAs(services, actor)
      await expectUnchanged(target, update(target.userId, 'merchant_owner', [one], ctx), { code: 'FORBIDDEN' })
      await expectUnchanged(actor, update(actor.userId, 'quaff_admin', [], ctx), { code: 'FORBIDDEN' })
    }
    const noOne = contextAs(services, anonymous)
    await expectUnchanged(target, update(target.userId, 'quaff_admin', [], noOne), { code: 'UNAUTHORIZED' })
  })

  it('for oneself', async () => {
    const actor = await asAdmin(services)
    for (const role of ['merchant_owner', 'customer', 'quaff_admin'])
      await expectUnchanged(actor, update(actor.userId, role, [one], contextAs(services, actor)), {
        code: 'CONFLICT',
        reason: 'SELF',
      })
  })

  it('without a merchant for an owner or viewer', async () => {
    const target = await asViewer(services, [one])
    for (const role of ['merchant_owner', 'merchant_viewer'])
      await expectUnchanged(target, update(target.userId, role), { code: 'BAD_REQUEST', reason: 'NO_MERCHANT' })
  })

  it('with a merchant that does not exist, at any place of the list', async () => {
    const target = await asViewer(services, [one])
    const lists = [['mer_missing'], ['mer_missing', one], [one, 'mer_missing'], [one, 'mer_missing', two]]
    for (const role of ['merchant_owner', 'quaff_admin'])
      for (const merchantIds of lists)
        await expectUnchanged(target, update(target.userId, role, merchantIds), {
          code: 'NOT_FOUND',
          reason: 'MERCHANT',
        })
  })

  it('for someone invited, waiting or rejected, and for no one', async () => {
    for (const status of ['pending', 'pending_approval', 'rejected']) {
      const { id } = await insertUser(services, { status })
      await expect(update(id, 'merchant_owner', [one])).rejects.toMatchObject({ code: 'CONFLICT', reason: 'STATE' })
    }
    await expect(update('usr_missing', 'merchant_owner', [one])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('with a version that someone has overtaken', async () => {
    const target = await asUser(services, { role: 'merchant_owner' }, [one])
    const input = updateUserRoleInput.parse({ userId: target.userId, role: 'merchant_viewer', merchantIds: [one] })
    await expectUnchanged(target, updateUserRole(admin, { ...input, version: 2 }), { reason: 'STALE_VERSION' })
    expect(await updateUserRole(admin, { ...input, version: 1 })).toEqual({ success: true })
  })

  it.each([
    [{ role: 'merchant_owner,quaff_admin' }],
    [{ role: ['quaff_admin'] }],
    [{ role: 'quaff_аdmin' }],
    [{ role: 'ｑuaff_admin' }],
    [{ role: 'barista' }],
    [{ userId: ['usr_1'] }],
    [{ userId: 'usr_1,usr_2' }],
    [{ merchantIds: 'mer_1' }],
    [{ merchantIds: [['mer_1']] }],
    [{ merchantIds: ['mer_1', ''] }],
    [{ merchantIds: Array.from({ length: 51 }, (_, index) => `mer_${index}`) }],
    [{ status: 'active' }],
    [{ claims: { admin: true } }],
    [{ emailVerified: true }],
  ])('by shape: %j', (extra) => {
    const valid = { userId: 'usr_1', role: 'merchant_owner', merchantIds: ['mer_1'] }
    expect(updateUserRoleInput.safeParse(valid).success).toBe(true)
    expect(updateUserRoleInput.safeParse({ ...valid, ...extra }).success).toBe(false)
  })
})
