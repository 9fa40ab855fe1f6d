import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { adminRecords, users } from '@quaff/features/accounts/tables'
import { addUserActivity } from '@quaff/features/activity/server'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asCustomer, asOwner, asUser, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { merchantScope, scopeToMerchant, type MerchantScope } from './merchant-scope'
import { endSessions, signOut } from './own-sessions'
import { currentSession } from './present-session'
import { scopeWhere } from './scope-store'
import { resolveActor } from './session-gate'
import { sessions } from './tables'

let services: TestServices
const now = () => services.clock.now()

beforeAll(async () => {
  services = await createTestServices()
})

async function insertMerchant(id: string, details: Partial<typeof merchants.$inferInsert> = {}) {
  await services.db
    .insert(merchants)
    .values({ id, name: id, statusChangedAt: now(), createdAt: now(), updatedAt: now(), ...details })
}

const kindOf = async (actor: UserActor) => (await resolveActor(services, actor.sessionId)).kind

describe('the session gate', () => {
  it('§7 §G10 reads role, status and merchants in their order from the database', async () => {
    const owner = await asOwner(services, ['mer_b', 'mer_a'])
    expect(await resolveActor(services, owner.sessionId)).toEqual(owner)
  })

  it('knows no one without a token or by a wrong one', async () => {
    expect(await resolveActor(services, null)).toEqual({ kind: 'anonymous' })
    expect(await resolveActor(services, 'not a token')).toEqual({ kind: 'anonymous' })
  })

  it.each(['suspended', 'pending', 'pending_approval', 'rejected'])(
    'refuses a %s user at the next request',
    async (status) => {
      const admin = await asAdmin(services)
      expect(await kindOf(admin)).toBe('user')
      await services.db.update(users).set({ status }).where(eq(users.id, admin.userId))
      expect(await kindOf(admin)).toBe('anonymous')
    },
  )

  it('refuses an expired session', async () => {
    const admin = await asAdmin(services)
    await services.db.update(sessions).set({ expiresAt: now() }).where(eq(sessions.id, admin.sessionId))
    expect(await kindOf(admin)).toBe('anonymous')
  })

  it('refuses customers and people without a role, and lets custom roles in', async () => {
    const noRole = await asUser(services, { role: 'merchant_owner', adminRecord: false }, [])
    expect([
      await kindOf(await asCustomer(services)),
      await kindOf(noRole),
      await kindOf(await asCustomRole(services)),
    ]).toEqual(['anonymous', 'anonymous', 'user'])
  })

  it('§G10 follows a role change at once', async () => {
    const admin = await asAdmin(services)
    await services.db.update(adminRecords).set({ role: 'merchant_viewer' }).where(eq(adminRecords.userId, admin.userId))
    expect(await resolveActor(services, admin.sessionId)).toMatchObject({ role: 'merchant_viewer' })
  })

  it('notes the last activity at most every five minutes, without waiting', async () => {
    const admin = await asAdmin(services)
    const seenAt = async () =>
      (await services.db.select().from(sessions).where(eq(sessions.id, admin.sessionId)))[0]?.lastSeenAt
    const first = now()
    services.clock.advance(4 * 60_000)
    await resolveActor(services, admin.sessionId)
    expect(await seenAt()).toEqual(first)
    services.clock.advance(60_000)
    await resolveActor(services, admin.sessionId)
    await expect.poll(seenAt).toEqual(now())
    const lastActive = async () =>
      (await services.db.select().from(users).where(eq(users.id, admin.userId)))[0]?.lastActiveAt
    await expect.poll(lastActive).toEqual(now())
  })

  it('stores no token', async () => {
    const admin = await asAdmin(services)
    const rows = await services.db.select().from(sessions).where(eq(sessions.userId, admin.userId))
    expect(rows.map((row) => row.tokenHash)).not.toContain(admin.sessionId)
  })
})

describe('sign-out and forced ends', () => {
  it('ends the session on the server', async () => {
    const admin = await asAdmin(services)
    const ctx = contextAs(services, admin)
    expect(await signOut(ctx, addUserActivity)).toEqual({ success: true })
    expect(await kindOf(admin)).toBe('anonymous')
  })

  it('is no error when no one is signed in', async () => {
    expect(await signOut(contextAs(services), addUserActivity)).toEqual({ success: true })
  })

  it('ends all sessions of a person, or all but one', async () => {
    const admin = await asAdmin(services)
    expect(await services.db.transaction((tx) => endSessions(tx, admin.userId, admin.sessionId))).toBe(0)
    expect(await services.db.transaction((tx) => endSessions(tx, admin.userId))).toBe(1)
    expect(await kindOf(admin)).toBe('anonymous')
  })
})

describe('the current session', () => {
  const assigned = async (actor: UserActor) => (await currentSession(contextAs(services, actor)))?.assignedMerchant

  it('is null for a stranger', async () => {
    expect(await currentSession(contextAs(services))).toBeNull()
  })

  it('gives an administrator the global view', async () => {
    expect(await currentSession(contextAs(services, await asAdmin(services)))).toMatchObject({
      assignedMerchant: null,
      user: { permissions: { canViewAllMerchants: true } },
    })
  })

  it('§3 assigns the first merchant of the claims that exists, with its branding logo', async () => {
    await insertMerchant('mer_first', {
      logoUrl: 'https://a.test/plain.png',
      brandingLogoMarkUrl: 'https://a.test/mark.png',
    })
    await insertMerchant('mer_second')
    const viewer = await asViewer(services, ['mer_deleted', 'mer_first', 'mer_second'])
    expect(await assigned(viewer)).toEqual({
      id: 'mer_first',
      name: 'mer_first',
      logoUrl: 'https://a.test/mark.png',
      temporary: false,
    })
  })

  it('else the merchant that names the user as owner', async () => {
    const owner = await asOwner(services, [])
    await insertMerchant('mer_owned', { ownerId: owner.userId })
    expect(await assigned(owner)).toMatchObject({ id: 'mer_owned', temporary: false })
  })

  it("§4 else the application's merchant, else a temporary one made from the application", async () => {
    await insertMerchant('mer_applied')
    await services.db.insert(merchantApplications).values([
      { id: 'app_1', merchantId: 'mer_applied', createdAt: now(), updatedAt: now() },
      { id: 'app_2', business: { businessName: 'Corner Juice' }, createdAt: now(), updatedAt: now() },
    ])
    expect(await assigned(await asOwner(services, [], { applicationId: 'app_1' }))).toMatchObject({ id: 'mer_applied' })
    expect(await assigned(await asOwner(services, [], { applicationId: 'app_2' }))).toEqual({
      id: 'app_2',
      name: 'Corner Juice',
      logoUrl: null,
      temporary: true,
    })
  })
})

describe('merchant scope', () => {
  it.each([
    ['quaff_admin', { all: true }],
    ['merchant_owner', { all: false, merchantIds: ['mer_1'] }],
    ['merchant_viewer', { all: false, merchantIds: ['mer_1'] }],
    ['barista', { all: false, merchantIds: [] }],
  ])('of a %s', async (role, expected) => {
    const actor = await asUser(services, { role }, ['mer_1'])
    expect(merchantScope(actor)).toMatchObject(expected)
  })

  it('refuses a foreign merchant as if it were missing', async () => {
    const owner = await asOwner(services, ['mer_1'])
    expect(scopeToMerchant(owner, 'mer_1')).toMatchObject({ all: false, id: 'mer_1', merchantIds: ['mer_1'] })
    expect(() => scopeToMerchant(owner, 'mer_2')).toThrow('Merchant not found, or you don’t have access.')
    expect(scopeToMerchant(await asAdmin(services), 'mer_2')).toMatchObject({ all: false, merchantIds: ['mer_2'] })
  })

  it('is not had by a cast', () => {
    const forged: object = { all: true }
    expect(() => scopeWhere(forged as MerchantScope, sessions.id)).toThrow('Create this scope with merchantScope')
  })
})
