import { createRouterClient } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { openSession, resolveActor } from '@quaff/features/sessions/server'
import { createLink, signInRouter } from '@quaff/features/sign-in/server'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { changeStatusInput } from '../access-contract'
import { userStatuses } from '../contract'
import { insertUser } from '../testing/user-factory'
import { reactivateUser, suspendUser } from './change-status'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
})

const rowOf = async (id: string) => (await services.db.select().from(users).where(eq(users.id, id)))[0]!
const auditsOf = (id: string) => services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))
const isSignedIn = async (actor: UserActor) => (await resolveActor(services, actor.sessionId)).kind === 'user'
const linkFor = async (actor: UserActor, purpose: 'sign_in' | 'password_reset') => {
  const url = await services.db.transaction((tx) =>
    createLink(contextAs(services), tx, { userId: actor.userId, email: actor.email, purpose }),
  )
  return new URL(url).searchParams.get('token') ?? ''
}

describe('suspending someone', () => {
  it('§4 §7 signs them out everywhere, keeps role and merchants, and says why in the audit log', async () => {
    const target = await asOwner(services, ['mer_1'])
    const second = await services.db.transaction((tx) =>
      openSession(contextAs(services), tx, target.userId, { passwordSetup: false }),
    )
    await suspendUser(admin, { userId: target.userId, version: 1, reason: ' Left\nthe team ' })
    expect(await rowOf(target.userId)).toMatchObject({
      status: 'suspended',
      role: 'merchant_owner',
      version: 2,
      statusUpdatedAt: services.clock.now(),
    })
    expect([await isSignedIn(target), (await resolveActor(services, second.token)).kind]).toEqual([false, 'anonymous'])
    expect(await auditsOf(target.userId)).toMatchObject([
      { action: 'suspend_user', before: { status: 'active' }, after: { status: 'suspended', reason: 'Left the team' } },
    ])
    await reactivateUser(admin, { userId: target.userId, version: 2 })
    expect([await isSignedIn(target), (await resolveActor(services, second.token)).kind]).toEqual([false, 'anonymous'])
  })

  it('kills the links mailed before, for good: they open nothing after a reactivation either', async () => {
    const target = await asOwner(services, ['mer_1'])
    const [signIn, reset] = [await linkFor(target, 'sign_in'), await linkFor(target, 'password_reset')]
    await suspendUser(admin, { userId: target.userId, version: 1 })
    const stranger = createRouterClient(signInRouter, { context: contextAs(services) })
    const tries = [
      () => stranger.completeLink({ email: target.email, token: signIn }),
      () => stranger.resetPassword({ token: reset, password: 'correct horse 7' }),
    ]
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ reason: 'INVALID_LINK' })
    await reactivateUser(admin, { userId: target.userId, version: 2 })
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ reason: 'INVALID_LINK' })
    const fresh = await linkFor(target, 'sign_in')
    expect(await stranger.completeLink({ email: target.email, token: fresh })).toMatchObject({
      session: { user: { uid: target.userId, role: 'merchant_owner', merchantIds: ['mer_1'] } },
    })
  })

  it('refuses a link that was mailed while suspended, and the status stays', async () => {
    const target = await asViewer(services, ['mer_1'])
    await suspendUser(admin, { userId: target.userId, version: 1 })
    const token = await linkFor(target, 'sign_in')
    const stranger = createRouterClient(signInRouter, { context: contextAs(services) })
    await expect(stranger.completeLink({ email: target.email, token })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      reason: 'SUSPENDED',
    })
    expect(await rowOf(target.userId)).toMatchObject({ status: 'suspended' })
  })
})

describe('the status changes only as decided:', () => {
  it.each(userStatuses)('§4 %s', async (status) => {
    const { id } = await insertUser(services, { status })
    const outcome = (attempt: Promise<unknown>) =>
      attempt.then(
        () => 'ok',
        (error: { reason: string }) => error.reason,
      )
    if (status !== 'active') expect(await outcome(suspendUser(admin, { userId: id, version: 1 }))).toBe('STATE')
    if (status !== 'suspended') expect(await outcome(reactivateUser(admin, { userId: id, version: 1 }))).toBe('STATE')
    expect(await rowOf(id)).toMatchObject({ status, version: 1 })
  })

  it('oneself and strangers to the right are refused', async () => {
    const actor = await asAdmin(services)
    await expect(suspendUser(contextAs(services, actor), { userId: actor.userId, version: 1 })).rejects.toMatchObject({
      reason: 'SELF',
    })
    const target = await asViewer(services, ['mer_1'])
    for (const other of [await asOwner(services, ['mer_1']), await asViewer(services, ['mer_1'])]) {
      const ctx = contextAs(services, other)
      await expect(suspendUser(ctx, { userId: target.userId, version: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(reactivateUser(ctx, { userId: target.userId, version: 1 })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
    }
    expect([await isSignedIn(actor), await isSignedIn(target)]).toEqual([true, true])
  })

  it('of 20 administrators at once one suspends, the others hear of it', async () => {
    const { id } = await insertUser(services)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => suspendUser(admin, { userId: id, version: 1 })),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await auditsOf(id)).toHaveLength(1)
  })

  it.each([
    [{ userId: ['usr_1'] }],
    [{ status: 'active' }],
    [{ reason: ['x'] }],
    [{ reason: 'x'.repeat(501) }],
    [{ version: 0 }],
  ])('refuses by shape: %j', (extra) => {
    const valid = { userId: 'usr_1', version: 1, reason: 'Why' }
    expect(changeStatusInput.safeParse(valid).success).toBe(true)
    expect(changeStatusInput.safeParse({ ...valid, ...extra }).success).toBe(false)
  })
})
