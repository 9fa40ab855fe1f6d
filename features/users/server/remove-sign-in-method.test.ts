import { createRouterClient } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { userActivity } from '@quaff/features/activity/tables'
import { resolveActor } from '@quaff/features/sessions/server'
import { signInRouter } from '@quaff/features/sign-in/server'
import { passkeys } from '@quaff/features/sign-in/tables'
import { insertPasskey, signedByPasskey } from '@quaff/features/sign-in/testing/passkey-factory'
import { requireUser } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { getUser } from './read-users'
import { removePasskeys } from './remove-sign-in-method'

const password = 'correct horse 7'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
})

const countOf = (userId: string) => services.db.$count(passkeys, eq(passkeys.userId, userId))
const auditsOf = (id: string) => services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))

describe('taking the passkeys of a person away', () => {
  it('ends the sessions, mails the person, and leaves them the password', async () => {
    const person = await asOwner(services, ['mer_1'], { password })
    const { userId, email } = person
    const { authenticator } = await insertPasskey(services, userId)
    await insertPasskey(services, userId)
    expect(await getUser(admin, { userId })).toMatchObject({ passkeys: 2, version: 1 })
    await removePasskeys(admin, { userId, version: 1 })
    expect(await getUser(admin, { userId })).toMatchObject({ passkeys: 0, version: 2 })
    expect((await resolveActor(services, person.sessionId)).kind).toBe('anonymous')
    expect(await mailsTo(services, email)).toMatchObject([{ template: 'passkeys_taken_away', link: undefined }])
    expect(await auditsOf(userId)).toMatchObject([{ action: 'remove_passkeys', before: null, after: null }])
    const [noted] = await services.db.select().from(userActivity).where(eq(userActivity.userId, userId))
    expect(noted).toMatchObject({ action: 'passkey_removed', details: { by: requireUser(admin.actor).userId } })
    const signIn = createRouterClient(signInRouter, { context: contextAs(services, anonymous) })
    const attempt = signIn.withPasskey(await signedByPasskey(services, authenticator))
    await expect(attempt).rejects.toMatchObject({ reason: 'WRONG_PASSKEY' })
    expect(await signIn.withPassword({ email, password })).toMatchObject({ user: { uid: userId } })
  })

  it('leaves those of everybody else', async () => {
    const [one, other] = [await asOwner(services, ['mer_1']), await asOwner(services, ['mer_1'])]
    for (const { userId } of [one, other]) await insertPasskey(services, userId)
    await removePasskeys(admin, { userId: one.userId, version: 1 })
    expect([await countOf(one.userId), await countOf(other.userId)]).toEqual([0, 1])
  })

  it('is for administrators, who alone see how many there are', async () => {
    const person = await asOwner(services, ['mer_1'])
    await insertPasskey(services, person.userId)
    const owner = contextAs(services, await asOwner(services, ['mer_1']))
    expect(await getUser(owner, { userId: person.userId })).toMatchObject({ passkeys: null })
    const attempt = removePasskeys(owner, { userId: person.userId, version: 1 })
    await expect(attempt).rejects.toMatchObject({ reason: 'ROLE' })
  })
})

describe('taking them away is refused, and they stay,', () => {
  it('for oneself, without a recent sign-in, and for someone who was changed in the meantime', async () => {
    const actor = await asAdmin(services)
    const own = contextAs(services, actor)
    await insertPasskey(services, actor.userId)
    const input = { userId: actor.userId, version: 1 }
    await expect(removePasskeys(own, input)).rejects.toMatchObject({ reason: 'SELF' })
    const stale = removePasskeys(admin, { ...input, version: 2 })
    await expect(stale).rejects.toMatchObject({ reason: 'STALE_VERSION' })
    services.clock.advance(5 * 60_000 + 1)
    await expect(removePasskeys(admin, input)).rejects.toMatchObject({ reason: 'SIGN_IN_AGAIN' })
    services.clock.advance(-5 * 60_000 - 1)
    expect([await countOf(actor.userId), await auditsOf(actor.userId)]).toEqual([1, []])
  })

  it('where there are none, and of five at the same time one does it', async () => {
    const { userId, email } = await asOwner(services, ['mer_1'])
    const input = { userId, version: 1 }
    await expect(removePasskeys(admin, input)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'STATE' })
    await insertPasskey(services, userId)
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => removePasskeys(admin, input)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await mailsTo(services, email)).toHaveLength(1)
  })
})
