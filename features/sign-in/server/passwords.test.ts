import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { resolveActor } from '@quaff/features/sessions/server'
import { sessions } from '@quaff/features/sessions/tables'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomer, asOwner, asUser } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertInvitedUser, tokenFromEmail } from '../testing/invited-user-factory'
import { setupAccount } from './activate-account'
import { changePassword, setPassword } from './change-password'
import { finishRequestedMails } from './email-links'
import { requestPasswordReset, resetPassword } from './reset-password'
import { completeSignIn } from './sign-in-with-link'
import { signInWithPassword } from './sign-in-with-password'

let services: TestServices
let networks = 0
const as = (actor?: UserActor) => contextAs(services, actor, { network: `network-${++networks}` })
const password = 'correct horse 7'
const sessionsOf = (id: string) => services.db.select().from(sessions).where(eq(sessions.userId, id))
const kindOf = async (token: string) => (await resolveActor(services, token)).kind

beforeAll(async () => {
  services = await createTestServices()
})

describe('sign-in with a password', () => {
  it('counts as being active, as every sign-in does', async () => {
    const admin = await asAdmin(services, { password })
    services.clock.advance(60_000)
    await signInWithPassword(as(), { email: admin.email, password })
    const [row] = await services.db.select().from(users).where(eq(users.id, admin.userId))
    expect(row?.lastActiveAt).toEqual(services.clock.now())
  })

  it('opens a session under a new token', async () => {
    const admin = await asAdmin(services, { password })
    const ctx = as()
    expect(await signInWithPassword(ctx, { email: admin.email, password })).toMatchObject({
      user: { uid: admin.userId },
    })
    expect(await kindOf(ctx.cookies.session?.token ?? '')).toBe('user')
  })

  it('answers a wrong password and an unknown address alike', async () => {
    const admin = await asAdmin(services, { password })
    const refusal = { code: 'UNAUTHORIZED', reason: 'CREDENTIALS', message: 'Invalid email or password.' }
    await expect(signInWithPassword(as(), { email: admin.email, password: 'wrong one' })).rejects.toMatchObject(refusal)
    await expect(signInWithPassword(as(), { email: 'unknown@example.test', password })).rejects.toMatchObject(refusal)
    const passwordless = await asAdmin(services)
    await expect(signInWithPassword(as(), { email: passwordless.email, password })).rejects.toMatchObject(refusal)
  })

  it('checks a password for an unknown address as for a known one', async () => {
    const admin = await asAdmin(services, { password })
    const { verify } = services.passwords
    const checked: string[] = []
    services.passwords.verify = (given, hash) => {
      checked.push(hash === null ? 'nothing' : 'a hash')
      return verify(given, hash)
    }
    for (const email of [admin.email, 'unknown@example.test'])
      await signInWithPassword(as(), { email, password: 'wrong one' }).catch(() => {})
    services.passwords.verify = verify
    expect(checked).toEqual(['a hash', 'nothing'])
  })

  it('§5 §8 refuses a customer and an account without any role with the exact text, before any cookie', async () => {
    const customer = await asCustomer(services, { password })
    const noRole = await asUser(services, { role: 'customer', adminRecord: false, password }, [])
    for (const { email, userId } of [customer, noRole]) {
      const ctx = as()
      const before = (await sessionsOf(userId)).length
      await expect(signInWithPassword(ctx, { email, password })).rejects.toMatchObject({
        code: 'FORBIDDEN',
        reason: 'ACCESS_DENIED',
        message: 'Access denied. You do not have admin privileges.',
      })
      expect([ctx.cookies.session, (await sessionsOf(userId)).length]).toEqual([undefined, before])
    }
  })

  it.each(['suspended', 'rejected', 'pending', 'pending_approval'])('refuses a %s account', async (status) => {
    const actor = await asAdmin(services, { password, status })
    const ctx = as()
    await expect(signInWithPassword(ctx, { email: actor.email, password })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(ctx.cookies.session).toBeUndefined()
  })

  it('§5 takes the role from claims, then legacy flags, then the admin record', async () => {
    const flagged = await asUser(services, { role: 'customer', adminRecord: false, password }, [])
    await services.db
      .update(users)
      .set({ claims: { isQuaffAdmin: true } })
      .where(eq(users.id, flagged.userId))
    expect(await signInWithPassword(as(), { email: flagged.email, password })).toMatchObject({
      user: { role: 'quaff_admin' },
    })
  })

  it('lets the owner in within six minutes after a stranger used the attempts up', async () => {
    const admin = await asAdmin(services, { password })
    const sixMinutesMs = 6 * 60_000
    services.clock.advance(sixMinutesMs - (services.clock.now().getTime() % sixMinutesMs))
    for (let count = 0; count < 9; count++) {
      await expect(signInWithPassword(as(), { email: admin.email, password: 'guess it' })).rejects.toMatchObject({
        code: 'UNAUTHORIZED',
      })
    }
    const locked = signInWithPassword(as(), { email: admin.email, password })
    await expect(locked).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many sign-in attempts. Sign in with an email link, or try again in a few minutes.',
    })
    services.clock.advance(sixMinutesMs)
    await expect(signInWithPassword(as(), { email: admin.email, password })).resolves.toMatchObject({
      user: { uid: admin.userId },
    })
  })

  it('limits a network that tries many accounts', async () => {
    const attempt = (count: number) =>
      signInWithPassword(contextAs(services, undefined, { network: 'one network' }), {
        email: `a${count}@example.test`,
        password,
      })
    const results = await Promise.allSettled(Array.from({ length: 31 }, (_, count) => attempt(count)))
    const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'ok'))
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(1)
  })
})

describe('setPasswordAfterEmailSignIn', () => {
  async function invitedSession() {
    const user = await insertInvitedUser(services)
    const ctx = as()
    await completeSignIn(ctx, { email: user.email, token: await tokenFromEmail(services, user, 'invitation') })
    const actor = await resolveActor(services, ctx.cookies.session?.token ?? null)
    if (actor.kind !== 'user') throw new Error('no session')
    return actor
  }

  it('§7 §G20 sets the password once', async () => {
    const actor = await invitedSession()
    expect(await setPassword(as(actor), { password })).toEqual({ success: true })
    await expect(setPassword(as(actor), { password: 'another one 8' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(signInWithPassword(as(), { email: actor.email, password })).resolves.toMatchObject({
      user: { hasPassword: true },
    })
  })

  it('§G20 is refused in an ordinary session and after ten minutes', async () => {
    await expect(setPassword(as(await asOwner(services, [])), { password })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      reason: 'PASSWORD_SETUP',
    })
    const actor = await invitedSession()
    services.clock.advance(10 * 60_000)
    await expect(setPassword(as(actor), { password })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('§5 says that no user is signed in', async () => {
    await expect(setPassword(as(), { password })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'No user is currently signed in',
    })
  })

  it('§G22 refuses the most common passwords', async () => {
    const actor = await invitedSession()
    const attempt = setPassword(as(actor), { password: 'Password1' })
    await expect(attempt).rejects.toMatchObject({
      message: 'This password is too common. Choose another one.',
      detail: { field: 'password' },
    })
  })
})

describe('changing the own password', () => {
  const change = { currentPassword: password, newPassword: 'a longer new one', confirmPassword: 'a longer new one' }

  it('ends the other sessions and keeps this one', async () => {
    const admin = await asAdmin(services, { password })
    const other = as()
    await signInWithPassword(other, { email: admin.email, password })
    expect(await changePassword(as(admin), change)).toEqual({ success: true })
    expect(await kindOf(other.cookies.session?.token ?? '')).toBe('anonymous')
    expect(await kindOf(admin.sessionId)).toBe('user')
    await expect(signInWithPassword(as(), { email: admin.email, password })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })

  it('§5 refuses a wrong current password at its field', async () => {
    const admin = await asAdmin(services, { password })
    await expect(changePassword(as(admin), { ...change, currentPassword: 'wrong' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      detail: { field: 'currentPassword' },
    })
  })

  it('§5 checks the order of the specification before the current password', async () => {
    const admin = await asAdmin(services, { password })
    const differ = changePassword(as(admin), { currentPassword: 'wrong', newPassword: 'one', confirmPassword: 'two' })
    await expect(differ).rejects.toMatchObject({ message: 'New passwords do not match.' })
    const short = changePassword(as(admin), {
      currentPassword: 'wrong',
      newPassword: 'seven77',
      confirmPassword: 'seven77',
    })
    await expect(short).rejects.toMatchObject({ message: 'Password must be at least 8 characters.' })
  })

  it('keeps the current password when the new one is blank', async () => {
    const admin = await asAdmin(services, { password })
    expect(await changePassword(as(admin), { currentPassword: '', newPassword: '', confirmPassword: '' })).toEqual({
      success: true,
    })
    await expect(signInWithPassword(as(), { email: admin.email, password })).resolves.toBeDefined()
  })

  it('says "No authenticated user" to a stranger', async () => {
    await expect(changePassword(as(), change)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'No authenticated user',
    })
  })
})

describe('a saved password is confirmed by email', () => {
  const subjectOf = async (email: string) => (await mailsTo(services, email))[0]?.subject
  const changed = 'Your Quaff password was changed'
  const first = 'Password set for your Quaff account'

  it('after a change in the profile, and not when nothing changed', async () => {
    const admin = await asAdmin(services, { password })
    await changePassword(as(admin), { currentPassword: '', newPassword: '', confirmPassword: '' })
    expect(await subjectOf(admin.email)).toBeUndefined()
    const next = 'a longer new one'
    await changePassword(as(admin), { currentPassword: password, newPassword: next, confirmPassword: next })
    expect(await subjectOf(admin.email)).toBe(changed)
  })

  it('after a reset by a mailed link', async () => {
    const admin = await asAdmin(services, { password })
    const token = await tokenFromEmail(services, { id: admin.userId, email: admin.email }, 'password_reset')
    await resetPassword(as(), { token, password: 'something else 9' })
    const [mail] = await mailsTo(services, admin.email)
    expect(mail).toMatchObject({ subject: changed, text: expect.stringContaining('signed out everywhere') })
  })

  it('after the first password of an invitation', async () => {
    const user = await insertInvitedUser(services)
    const ctx = as()
    await completeSignIn(ctx, { email: user.email, token: await tokenFromEmail(services, user, 'invitation') })
    const actor = await resolveActor(services, ctx.cookies.session?.token ?? '')
    if (actor.kind !== 'user') throw new Error('no session')
    await setPassword(as(actor), { password })
    expect(await subjectOf(user.email)).toBe(first)
  })

  it('after the activation of an account', async () => {
    const user = await insertInvitedUser(services)
    const invitationToken = await tokenFromEmail(services, user, 'invitation')
    await setupAccount(as(), { email: user.email, displayName: 'Ina', password, invitationToken })
    expect(await subjectOf(user.email)).toBe(first)
  })
})

describe('a forgotten password', () => {
  const tokenIn = async (email: string) => {
    await finishRequestedMails()
    const [mail] = await mailsTo(services, email)
    return /\/auth\/reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  }

  it('is reset by the mailed link, once, and ends every session', async () => {
    const admin = await asAdmin(services, { password })
    expect(await requestPasswordReset(as(), { email: admin.email })).toEqual({ success: true })
    const token = (await tokenIn(admin.email)) ?? ''
    expect(await resetPassword(as(), { token, password: 'something else 9' })).toEqual({ success: true })
    expect(await kindOf(admin.sessionId)).toBe('anonymous')
    await expect(resetPassword(as(), { token, password: 'a third one 10' })).rejects.toMatchObject({
      message: 'Invalid or expired sign-in link',
    })
    await expect(signInWithPassword(as(), { email: admin.email, password: 'something else 9' })).resolves.toBeDefined()
  })

  it('§G16 is answered alike for every address and mailed only to who may enter', async () => {
    const suspended = await asAdmin(services, { status: 'suspended' })
    for (const email of [suspended.email, 'unknown@example.test']) {
      expect(await requestPasswordReset(as(), { email })).toEqual({ success: true })
      expect(await tokenIn(email)).toBeUndefined()
    }
  })

  it('is not reset by a link to an address that the account does not have any more', async () => {
    const admin = await asAdmin(services, { password })
    const token = await tokenFromEmail(services, { id: admin.userId, email: admin.email }, 'password_reset')
    await services.db
      .update(users)
      .set({ email: `new.${admin.email}` })
      .where(eq(users.id, admin.userId))
    await expect(resetPassword(as(), { token, password: 'something else 9' })).rejects.toMatchObject({
      message: 'Invalid or expired sign-in link',
    })
  })

  it('is judged for no one without a link, and in no ordinary session', async () => {
    const common = 'Password1'
    await expect(resetPassword(as(), { token: 'x'.repeat(43), password: common })).rejects.toMatchObject({
      message: 'Invalid or expired sign-in link',
    })
    await expect(setPassword(as(await asOwner(services, [])), { password: common })).rejects.toMatchObject({
      reason: 'PASSWORD_SETUP',
    })
  })

  it('is not reset for an account suspended in the meantime', async () => {
    const admin = await asAdmin(services, { password })
    const token = await tokenFromEmail(services, { id: admin.userId, email: admin.email }, 'password_reset')
    await services.db.update(users).set({ status: 'suspended' }).where(eq(users.id, admin.userId))
    await expect(resetPassword(as(), { token, password: 'something else 9' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})
