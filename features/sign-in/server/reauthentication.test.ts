import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { requireRecentSignIn, resolveActor } from '@quaff/features/sessions/server'
import { sessions } from '@quaff/features/sessions/tables'
import { type Actor, anonymous, type UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { requestActivationCode } from './activate-account'
import { finishRequestedMails } from './email-links'
import { reauthenticate, requestReauthenticationCode } from './reauthenticate'
import { signInWithPassword } from './sign-in-with-password'

let services: TestServices
const as = (actor: Actor) => contextAs(services, actor)
const password = 'correct horse 7'
const minuteMs = 60_000
const invalidCode = { code: 'BAD_REQUEST', reason: 'INVALID_CODE', detail: { field: 'code' } }

beforeAll(async () => {
  services = await createTestServices()
})

/** Returns what the session's next request sees. */
const nextRequest = async (actor: UserActor) => as(await resolveActor(services, actor.sessionId))
async function isRecent(actor: UserActor): Promise<boolean> {
  const ctx = await nextRequest(actor)
  try {
    requireRecentSignIn(ctx)
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'FORBIDDEN', reason: 'SIGN_IN_AGAIN' })
    return false
  }
}
async function signedInLongAgo(make: (services: TestServices) => Promise<UserActor>) {
  const actor = await make(services)
  services.clock.advance(6 * minuteMs)
  expect(await isRecent(actor)).toBe(false)
  return actor
}
const withPassword = (of: TestServices) => asAdmin(of, { password })
const withoutPassword = (of: TestServices) => asOwner(of, ['mer_1'])
async function mailedCode(actor: UserActor): Promise<string> {
  await requestReauthenticationCode(as(actor))
  return (await mailsTo(services, actor.email))[0]?.code ?? ''
}
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

describe('re-authentication (G22)', () => {
  it('makes the sign-in recent again with the password, in this session only', async () => {
    const actor = await signedInLongAgo(withPassword)
    const other = as(anonymous)
    await signInWithPassword(other, { email: actor.email, password })
    await services.db
      .update(sessions)
      .set({ authenticatedAt: new Date(0) })
      .where(eq(sessions.tokenHash, services.secrets.hash(other.cookies.session?.token ?? '')))
    expect(await reauthenticate(as(actor), { password })).toEqual({ success: true })
    expect(await isRecent(actor)).toBe(true)
    const rows = await services.db.select().from(sessions).where(eq(sessions.userId, actor.userId))
    expect(rows.map(({ authenticatedAt }) => authenticatedAt.getTime()).sort((a, b) => a - b)).toEqual([
      0,
      services.clock.now().getTime(),
    ])
    services.clock.advance(5 * minuteMs + 1)
    expect(await isRecent(actor)).toBe(false)
  })

  it('leaves a trace in the activity of the person', async () => {
    const actor = await signedInLongAgo(withPassword)
    await reauthenticate(as(actor), { password })
    const rows = await services.db.select().from(userActivity).where(eq(userActivity.userId, actor.userId))
    expect(rows).toMatchObject([{ action: 'reauthenticated', details: { method: 'password' } }])
  })

  it('refuses a wrong password with its field and keeps the session', async () => {
    const actor = await signedInLongAgo(withPassword)
    await expect(reauthenticate(as(actor), { password: 'wrong' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      reason: 'WRONG_PASSWORD',
      detail: { field: 'password' },
    })
    expect(await isRecent(actor)).toBe(false)
  })

  it('refuses any password of a person who has none', async () => {
    const actor = await signedInLongAgo(withoutPassword)
    await expect(reauthenticate(as(actor), { password })).rejects.toMatchObject({ reason: 'WRONG_PASSWORD' })
  })

  it('is throttled, and refuses the right password then too', async () => {
    const actor = await signedInLongAgo(withPassword)
    for (let guess = 0; guess < 10; guess++)
      await expect(reauthenticate(as(actor), { password: `guess ${guess}` })).rejects.toMatchObject({
        reason: 'WRONG_PASSWORD',
      })
    await expect(reauthenticate(as(actor), { password })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    services.clock.advance(minuteMs)
    expect(await reauthenticate(as(actor), { password })).toEqual({ success: true })
  })

  it('evaluates at most a hundred guesses an hour', async () => {
    const actor = await signedInLongAgo(withPassword)
    let evaluated = 0
    for (let minute = 0; minute < 60; minute++) {
      for (let guess = 0; guess < 11; guess++) {
        const error: unknown = await reauthenticate(as(actor), { password: 'wrong' }).catch((thrown: unknown) => thrown)
        if (error instanceof Error && 'reason' in error && error.reason === 'WRONG_PASSWORD') evaluated++
      }
      services.clock.advance(minuteMs)
    }
    expect(evaluated).toBeLessThanOrEqual(100)
  })

  it('§G22 takes the mailed code of a person without a password, once', async () => {
    const actor = await signedInLongAgo(withoutPassword)
    const code = await mailedCode(actor)
    await expect(reauthenticate(as(actor), { code: otherThan(code) })).rejects.toMatchObject(invalidCode)
    expect(await reauthenticate(as(actor), { code })).toEqual({ success: true })
    expect(await isRecent(actor)).toBe(true)
    await expect(reauthenticate(as(actor), { code })).rejects.toMatchObject(invalidCode)
  })

  it('lets a code be tried five times, for ten minutes, and replaces it by a newer one', async () => {
    const actor = await signedInLongAgo(withoutPassword)
    const tried = await mailedCode(actor)
    for (let guess = 0; guess < 5; guess++)
      await expect(reauthenticate(as(actor), { code: otherThan(tried) })).rejects.toMatchObject(invalidCode)
    await expect(reauthenticate(as(actor), { code: tried })).rejects.toMatchObject(invalidCode)
    services.clock.advance(minuteMs)
    const late = await mailedCode(actor)
    services.clock.advance(10 * minuteMs)
    await expect(reauthenticate(as(actor), { code: late })).rejects.toMatchObject(invalidCode)
    const older = await mailedCode(actor)
    services.clock.advance(1)
    const newer = await mailedCode(actor)
    if (older !== newer) await expect(reauthenticate(as(actor), { code: older })).rejects.toMatchObject(invalidCode)
    expect(await reauthenticate(as(actor), { code: newer })).toEqual({ success: true })
  })

  it('refuses the code in another session of the same person, and in that of another', async () => {
    const actor = await signedInLongAgo(withoutPassword)
    const code = await mailedCode(actor)
    const elsewhere = { ...actor, sessionId: 'ses_elsewhere' }
    await expect(reauthenticate(as(elsewhere), { code })).rejects.toMatchObject(invalidCode)
    await expect(reauthenticate(as(await withoutPassword(services)), { code })).rejects.toMatchObject(invalidCode)
  })

  it('keeps activation codes and confirmation codes apart', async () => {
    const actor = await signedInLongAgo(withoutPassword)
    await requestActivationCode(as(anonymous), { email: actor.email })
    await finishRequestedMails()
    expect((await mailsTo(services, actor.email)).map(({ template }) => template)).toEqual([])
    await mailedCode(actor)
    expect((await mailsTo(services, actor.email)).map(({ template }) => template)).toEqual(['reauthentication_code'])
  })

  it('mails no code to people with a password or without a mailbox, and five an hour to the others', async () => {
    await expect(requestReauthenticationCode(as(await withPassword(services)))).rejects.toMatchObject({
      reason: 'PASSWORD_NEEDED',
    })
    const unreachable = await withoutPassword(services)
    await services.db.update(users).set({ emailIsPlaceholder: true }).where(eq(users.id, unreachable.userId))
    await expect(requestReauthenticationCode(as(unreachable))).rejects.toMatchObject({ reason: 'NO_MAILBOX' })
    const actor = await withoutPassword(services)
    services.clock.set('2026-03-11T12:00:00.000Z')
    for (let requested = 0; requested < 5; requested++) await requestReauthenticationCode(as(actor))
    await expect(requestReauthenticationCode(as(actor))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await mailsTo(services, actor.email)).toHaveLength(5)
  })

  it('refuses strangers and a session that has ended', async () => {
    await expect(reauthenticate(as(anonymous), { password })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(requestReauthenticationCode(as(anonymous))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const actor = await signedInLongAgo(withPassword)
    await services.db.delete(sessions).where(eq(sessions.id, actor.sessionId))
    await expect(reauthenticate(as(actor), { password })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('refuses a code once the person has a password', async () => {
    const actor = await signedInLongAgo(withoutPassword)
    const code = await mailedCode(actor)
    await services.db
      .update(users)
      .set({ passwordHash: await services.passwords.hash(password) })
      .where(eq(users.id, actor.userId))
    await expect(reauthenticate(as(actor), { code })).rejects.toMatchObject(invalidCode)
  })
})
