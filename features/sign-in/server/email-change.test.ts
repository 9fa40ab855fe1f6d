import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { sessions } from '@quaff/features/sessions/tables'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asOwner } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { signInContract } from '../contract'
import { tokenFromEmail } from '../testing/invited-user-factory'
import { confirmEmailChange, requestEmailChange } from './change-email'
import { completeSignIn } from './sign-in-with-link'

let services: TestServices
const password = 'correct horse 7'
const as = (actor: UserActor) => contextAs(services, actor)
const person = () => asOwner(services, ['mer_1'], { password })
const newAddress = () => `${services.ids.newId('new').replace('_', '.')}@example.test`.toLowerCase()
const refused = { code: 'BAD_REQUEST', reason: 'INVALID_CODE', detail: { field: 'code' } }
const emailOf = async (userId: string) =>
  (await services.db.select({ email: users.email }).from(users).where(eq(users.id, userId)))[0]?.email

beforeAll(async () => {
  services = await createTestServices()
})

async function codeFor(actor: UserActor, newEmail: string): Promise<string> {
  await requestEmailChange(as(actor), { newEmail })
  const [mail] = await mailsTo(services, newEmail)
  return mail?.code ?? ''
}

describe('another address', () => {
  it('counts with the code emailed to it: other sessions and old links end, both addresses are notified, it is audited', async () => {
    const actor = await person()
    const [row] = await services.db.select().from(sessions).where(eq(sessions.id, actor.sessionId))
    if (row)
      await services.db.insert(sessions).values({ ...row, id: services.ids.newId('ses'), tokenHash: actor.userId })
    const token = await tokenFromEmail(services, { id: actor.userId, email: actor.email }, 'sign_in')
    const newEmail = newAddress()
    const code = await codeFor(actor, newEmail)
    expect(await emailOf(actor.userId)).toBe(actor.email)
    expect(await confirmEmailChange(as(actor), { code })).toEqual({ email: newEmail })
    expect(await emailOf(actor.userId)).toBe(newEmail)
    const left = await services.db.select().from(sessions).where(eq(sessions.userId, actor.userId))
    expect(left.map(({ id }) => id)).toEqual([actor.sessionId])
    for (const email of [actor.email, newEmail]) {
      const attempt = completeSignIn(contextAs(services), { email, token })
      await expect(attempt).rejects.toMatchObject({ reason: 'INVALID_LINK' })
    }
    const told = (await mailsTo(services, actor.email)).map(({ template }) => template)
    expect(told.toSorted()).toEqual(['email_change_asked', 'email_changed'])
    const [audit] = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, actor.userId))
    expect(audit).toMatchObject({ action: 'change_email', before: null, after: { changed: ['email'] } })
  })

  it('needs a recent sign-in', async () => {
    const actor = await person()
    services.clock.advance(5 * 60_000 + 1)
    const attempt = requestEmailChange(as(actor), { newEmail: newAddress() })
    await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'SIGN_IN_AGAIN' })
  })

  it('of another user is answered alike, and told to only its owner', async () => {
    const [actor, other] = [await person(), await person()]
    const requested = await requestEmailChange(as(actor), { newEmail: other.email })
    expect(requested).toEqual(await requestEmailChange(as(await person()), { newEmail: newAddress() }))
    const [mail] = await mailsTo(services, other.email)
    expect([mail?.template, mail?.code]).toEqual(['email_change_taken', undefined])
    await expect(confirmEmailChange(as(actor), { code: '123456' })).rejects.toMatchObject(refused)
    expect([await emailOf(actor.userId), await emailOf(other.userId)]).toEqual([actor.email, other.email])
  })

  it('that another user took in between is refused like a wrong code', async () => {
    const [actor, other] = [await person(), await person()]
    const newEmail = newAddress()
    const code = await codeFor(actor, newEmail)
    await services.db.update(users).set({ email: newEmail }).where(eq(users.id, other.userId))
    await expect(confirmEmailChange(as(actor), { code })).rejects.toMatchObject(refused)
    expect(await emailOf(actor.userId)).toBe(actor.email)
  })

  it('is one address for all its Unicode twins', () => {
    const { inputSchema } = signInContract.requestEmailChange['~orpc']
    const parsed = inputSchema?.['~standard'].validate({ newEmail: ' Ｍaya＠Example.Test ' })
    expect(parsed).toEqual({ value: { newEmail: 'maya@example.test' } })
  })

  it('is refused when it is the same', async () => {
    const actor = await person()
    const attempt = requestEmailChange(as(actor), { newEmail: actor.email })
    await expect(attempt).rejects.toMatchObject({ reason: 'SAME_EMAIL', detail: { field: 'newEmail' } })
  })
})

describe('the code', () => {
  it('works once, for ten minutes', async () => {
    const actor = await person()
    const late = await codeFor(actor, newAddress())
    services.clock.advance(10 * 60_000)
    await expect(confirmEmailChange(as(actor), { code: late })).rejects.toMatchObject(refused)
    services.clock.advance(60_000)
    const recent = { ...actor, authenticatedAt: services.clock.now() }
    const code = await codeFor(recent, newAddress())
    await confirmEmailChange(as(recent), { code })
    await expect(confirmEmailChange(as(recent), { code })).rejects.toMatchObject(refused)
  })

  it('is dead after five wrong ones', async () => {
    const actor = await person()
    const code = await codeFor(actor, newAddress())
    const guess = code === '000000' ? '000001' : '000000'
    for (let count = 0; count < 5; count++)
      await expect(confirmEmailChange(as(actor), { code: guess })).rejects.toMatchObject(refused)
    await expect(confirmEmailChange(as(actor), { code })).rejects.toMatchObject(refused)
  })

  it('of another session or an older request opens nothing', async () => {
    const actor = await person()
    const code = await codeFor(actor, newAddress())
    const elsewhere = { ...actor, sessionId: 'ses_elsewhere' }
    await expect(confirmEmailChange(as(elsewhere), { code })).rejects.toMatchObject(refused)
    await codeFor(actor, newAddress())
    await expect(confirmEmailChange(as(actor), { code })).rejects.toMatchObject(refused)
  })

  it('of two people for one address at once gives it to one of them', async () => {
    const newEmail = newAddress()
    const people = [await person(), await person()]
    const codes: string[] = []
    for (const actor of people) codes.push(await codeFor(actor, newEmail))
    const results = await Promise.allSettled(
      people.map((actor, at) => confirmEmailChange(as(actor), { code: codes[at] ?? '' })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const holders = await services.db.select().from(users).where(eq(users.email, newEmail))
    expect(holders).toHaveLength(1)
  })
})

it('mails an address three times an hour at most, no matter who asks', async () => {
  const newEmail = newAddress()
  for (let count = 0; count < 5; count++) await requestEmailChange(as(await person()), { newEmail })
  expect(await mailsTo(services, newEmail)).toHaveLength(3)
})
