import { createRouterClient } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { userActivity } from '@quaff/features/activity/tables'
import { resolveActor } from '@quaff/features/sessions/server'
import { signInRouter } from '@quaff/features/sign-in/server'
import { secondFactors } from '@quaff/features/sign-in/tables'
import { demandSecondFactor, insertSecondFactor } from '@quaff/features/sign-in/testing/second-factor-factory'
import { requireUser } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { getUser } from './read-users'
import { removeSecondFactor } from './remove-sign-in-method'

const password = 'correct horse 7'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
})

const countOf = (userId: string) => services.db.$count(secondFactors, eq(secondFactors.userId, userId))
const auditsOf = (id: string) => services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))

describe('taking a lost authenticator app away', () => {
  it('ends the sessions, mails the person, and lets them in with the password again', async () => {
    const person = await asOwner(services, ['mer_1'], { password })
    const { userId, email } = person
    await insertSecondFactor(services, userId)
    expect(await getUser(admin, { userId })).toMatchObject({ hasSecondFactor: true, version: 1 })
    await removeSecondFactor(admin, { userId, version: 1 })
    expect(await countOf(userId)).toBe(0)
    expect(await getUser(admin, { userId })).toMatchObject({ hasSecondFactor: false, version: 2 })
    expect((await resolveActor(services, person.sessionId)).kind).toBe('anonymous')
    expect(await mailsTo(services, email)).toMatchObject([{ template: 'second_factor_removed', link: undefined }])
    expect(await auditsOf(userId)).toMatchObject([{ action: 'remove_second_factor', before: null, after: null }])
    const [noted] = await services.db.select().from(userActivity).where(eq(userActivity.userId, userId))
    expect(noted).toMatchObject({ action: 'second_factor_removed', details: { by: requireUser(admin.actor).userId } })
    const signIn = createRouterClient(signInRouter, { context: contextAs(services, anonymous) })
    expect(await signIn.withPassword({ email, password })).not.toHaveProperty('secondStep')
  })

  it('asks an administrator to set up another one where the platform demands it', async () => {
    const other = await asAdmin(services, { password })
    await insertSecondFactor(services, other.userId)
    await demandSecondFactor(services)
    await removeSecondFactor(admin, { userId: other.userId, version: 1 })
    const ctx = contextAs(services, anonymous)
    await createRouterClient(signInRouter, { context: ctx }).withPassword({ email: other.email, password })
    const entered = await resolveActor(services, ctx.cookies.session?.token ?? '')
    expect(entered).toMatchObject({ userId: other.userId, mustEnrol: true })
    await demandSecondFactor(services, false)
  })

  it('is seen as a fact by administrators alone', async () => {
    const person = await asOwner(services, ['mer_1'])
    await insertSecondFactor(services, person.userId)
    const owner = contextAs(services, await asOwner(services, ['mer_1']))
    expect(await getUser(owner, { userId: person.userId })).toMatchObject({ hasSecondFactor: null })
  })
})

describe('taking it away is refused, and it stays,', () => {
  it('for oneself, without a recent sign-in, and to everybody but administrators', async () => {
    const actor = await asAdmin(services)
    const own = contextAs(services, actor)
    await insertSecondFactor(services, actor.userId)
    await expect(removeSecondFactor(own, { userId: actor.userId, version: 1 })).rejects.toMatchObject({
      reason: 'SELF',
    })
    const owner = contextAs(services, await asOwner(services, ['mer_1']))
    await expect(removeSecondFactor(owner, { userId: actor.userId, version: 1 })).rejects.toMatchObject({
      reason: 'ROLE',
    })
    await expect(removeSecondFactor(admin, { userId: actor.userId, version: 2 })).rejects.toMatchObject({
      reason: 'STALE_VERSION',
    })
    services.clock.advance(5 * 60_000 + 1)
    await expect(removeSecondFactor(admin, { userId: actor.userId, version: 1 })).rejects.toMatchObject({
      reason: 'SIGN_IN_AGAIN',
    })
    services.clock.advance(-5 * 60_000 - 1)
    expect([await countOf(actor.userId), await auditsOf(actor.userId)]).toEqual([1, []])
  })

  it('for anyone who has none, or has only begun to set one up', async () => {
    const person = await asOwner(services, ['mer_1'])
    const input = { userId: person.userId, version: 1 }
    await expect(removeSecondFactor(admin, input)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'STATE' })
    await insertSecondFactor(services, person.userId)
    await services.db.update(secondFactors).set({ confirmedAt: null }).where(eq(secondFactors.userId, person.userId))
    await expect(removeSecondFactor(admin, input)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'STATE' })
    expect(await countOf(person.userId)).toBe(1)
  })

  it('twice: of five at the same time one does it, and one mail leaves', async () => {
    const { userId, email } = await asOwner(services, ['mer_1'])
    await insertSecondFactor(services, userId)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => removeSecondFactor(admin, { userId, version: 1 })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await mailsTo(services, email)).toHaveLength(1)
  })
})
