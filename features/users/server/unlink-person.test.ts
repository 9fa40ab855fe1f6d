import { createRouterClient } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { userActivity } from '@quaff/features/activity/tables'
import { resolveActor } from '@quaff/features/sessions/server'
import { completeSingleSignOn, signInRouter } from '@quaff/features/sign-in/server'
import { singleSignOnLinks } from '@quaff/features/sign-in/tables'
import { insertSecondFactor } from '@quaff/features/sign-in/testing/second-factor-factory'
import {
  insertAttempt,
  insertSingleSignOnLink,
  vouchingProvider,
} from '@quaff/features/sign-in/testing/single-sign-on-factory'
import { requireUser } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { getUser } from './read-users'
import { unlinkPerson } from './remove-sign-in-method'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices({ identityProvider: vouchingProvider() })
  admin = contextAs(services, await asAdmin(services))
})
const linkOf = async (userId: string) =>
  (await services.db.select().from(singleSignOnLinks).where(eq(singleSignOnLinks.userId, userId)))[0]?.subject
async function linkedOwner() {
  const person = await asOwner(services, ['mer_1'])
  await insertSingleSignOnLink(services, person.userId)
  return person
}

describe('unlinking someone', () => {
  it('ends the sessions, mails the person, and lets the next sign-in there link another account of theirs', async () => {
    const { userId, email, sessionId } = await linkedOwner()
    const newcomer = vouchingProvider({ subject: `new-${userId}`, verifiedEmail: email })
    const signIn = async () => {
      const { browser, query } = await insertAttempt(services, newcomer)
      return completeSingleSignOn(contextAs(services, undefined, { browser, network: browser }), newcomer, query)
    }
    expect(await signIn()).toBe('/auth/login?why=other-link')
    expect(await getUser(admin, { userId })).toMatchObject({ hasSingleSignOn: true, version: 1 })
    await unlinkPerson(admin, { userId, version: 1 })
    expect(await getUser(admin, { userId })).toMatchObject({ hasSingleSignOn: false, version: 2 })
    expect((await resolveActor(services, sessionId)).kind).toBe('anonymous')
    expect(await mailsTo(services, email)).toMatchObject([{ template: 'single_sign_on_removed', link: undefined }])
    const [audit] = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, userId))
    expect(audit?.action).toBe('remove_single_sign_on')
    const [noted] = await services.db.select().from(userActivity).where(eq(userActivity.userId, userId))
    expect(noted).toMatchObject({ action: 'single_sign_on_unlinked', details: { by: requireUser(admin.actor).userId } })
    expect(await signIn()).toBe('/auth/login')
    expect(await linkOf(userId)).toBe(`new-${userId}`)
  })

  it('ends a sign-in of theirs that waits for its second step', async () => {
    const { userId, email } = await linkedOwner()
    const authenticator = await insertSecondFactor(services, userId)
    const provider = vouchingProvider({ subject: userId, verifiedEmail: email })
    const { browser, query } = await insertAttempt(services, provider)
    const there = contextAs(services, undefined, { browser, network: browser })
    const challenge = (await completeSingleSignOn(there, provider, query)).split('#second-step=')[1] ?? ''
    expect(challenge).toHaveLength(43)
    await unlinkPerson(admin, { userId, version: 1 })
    const client = createRouterClient(signInRouter, { context: there })
    await expect(client.completeSecondStep({ challenge, code: authenticator.code() })).rejects.toMatchObject({
      reason: 'SECOND_STEP_OVER',
    })
  })

  it('is refused, and the link stays, for oneself, without a recent sign-in, and to everybody but administrators', async () => {
    const actor = await asAdmin(services)
    await insertSingleSignOnLink(services, actor.userId)
    const input = { userId: actor.userId, version: 1 }
    await expect(unlinkPerson(contextAs(services, actor), input)).rejects.toMatchObject({ reason: 'SELF' })
    const owner = contextAs(services, await asOwner(services, ['mer_1']))
    await expect(unlinkPerson(owner, input)).rejects.toMatchObject({ reason: 'ROLE' })
    await expect(unlinkPerson(admin, { ...input, version: 2 })).rejects.toMatchObject({ reason: 'STALE_VERSION' })
    services.clock.advance(5 * 60_000 + 1)
    await expect(unlinkPerson(admin, input)).rejects.toMatchObject({ reason: 'SIGN_IN_AGAIN' })
    services.clock.advance(-5 * 60_000 - 1)
    expect(await linkOf(actor.userId)).toBe(actor.userId)
  })

  it('is done once of five at the same time, and refused for anyone who is not linked', async () => {
    const { userId, email } = await linkedOwner()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => unlinkPerson(admin, { userId, version: 1 })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await mailsTo(services, email)).toHaveLength(1)
    await expect(unlinkPerson(admin, { userId, version: 2 })).rejects.toMatchObject({ reason: 'STATE' })
  })

  it('is nothing that owners see a reason for', async () => {
    const { userId } = await linkedOwner()
    const owner = contextAs(services, await asOwner(services, ['mer_1']))
    expect(await getUser(owner, { userId })).toMatchObject({ hasSingleSignOn: null })
  })
})
