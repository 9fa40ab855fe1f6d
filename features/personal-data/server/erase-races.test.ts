import { createRouterClient } from '@orpc/server'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { sessions } from '@quaff/features/sessions/tables'
import { finishRequestedMails, signInRouter } from '@quaff/features/sign-in/server'
import { insertInvitedUser, tokenFromEmail } from '@quaff/features/sign-in/testing/invited-user-factory'
import { updateProfile } from '@quaff/features/users/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { findRowsWith } from '../testing/known-person-factory'
import { erasePerson } from './erase-person'

const rounds = 12

let services: TestServices
let admin: TestContext
beforeEach(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
  return () => services.close()
})

const signIn = (ctx = contextAs(services, anonymous)) => createRouterClient(signInRouter, { context: ctx })
const reasonsOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : Object(outcome.reason).reason))

async function expectErased(userId: string): Promise<void> {
  const [row] = await services.db.select().from(users).where(eq(users.id, userId))
  expect(row).toMatchObject({ displayName: null, phoneNumber: null, passwordHash: null, status: 'suspended' })
  expect(row?.erasedAt).not.toBeNull()
  for (const count of [
    services.db.$count(sessions, eq(sessions.userId, userId)),
    services.db.$count(oneTimeSecrets, eq(oneTimeSecrets.userId, userId)),
    services.db.$count(userActivity, eq(userActivity.userId, userId)),
  ])
    expect(await count).toBe(0)
}

describe('an erasure at the same time as', () => {
  it('a sign-in with the password leaves no one signed in', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { userId, email } = await asOwner(services, ['mer_1'], { password: 'correct horse 7' })
      const [erased] = reasonsOf(
        await Promise.allSettled([
          erasePerson(admin, { userId, version: 1, confirmEmail: email }),
          signIn().withPassword({ email, password: 'correct horse 7' }),
        ]),
      )
      expect(erased).toBe('done')
      await expectErased(userId)
    }
  })

  it('the redemption of a mailed link leaves no one signed in, and neither waits for the other', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { userId, email } = await asOwner(services, ['mer_1'])
      const token = await tokenFromEmail(services, { id: userId, email }, 'sign_in')
      const [erased, entered] = reasonsOf(
        await Promise.allSettled([
          erasePerson(admin, { userId, version: 1, confirmEmail: email }),
          signIn().completeLink({ email, token }),
        ]),
      )
      expect(erased).toBe('done')
      expect(['done', 'INVALID_LINK', 'ACCESS_DENIED']).toContain(entered)
      await expectErased(userId)
    }
  })

  it('the acceptance of an invitation ends erased, or is refused as a change of the person', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const invited = await insertInvitedUser(services)
      const token = await tokenFromEmail(services, invited, 'invitation')
      const input = { userId: invited.id, version: 1, confirmEmail: invited.email }
      const [erased] = reasonsOf(
        await Promise.allSettled([erasePerson(admin, input), signIn().completeLink({ email: invited.email, token })]),
      )
      expect(['done', 'STALE_VERSION']).toContain(erased)
      if (erased === 'STALE_VERSION') await erasePerson(admin, { ...input, version: 2 })
      await expectErased(invited.id)
    }
  })

  it('a link, a new password or a code that is about to be mailed leaves no address', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { userId, email } = await asOwner(services, ['mer_1'])
      const invited = await insertInvitedUser(services)
      const person = signIn(contextAs(services, anonymous, { network: `192.0.2.${round}` }))
      const requested = [
        person.requestLink({ email }),
        person.requestPasswordReset({ email }),
        person.requestActivationCode({ email: invited.email }),
      ]
      // One statement more per round, so that some erasure falls between the address lookup and the email.
      for (let step = 0; step < round; step += 1) await services.db.execute(sql`select 1`)
      await erasePerson(admin, { userId, version: 1, confirmEmail: email })
      await erasePerson(admin, { userId: invited.id, version: 1, confirmEmail: invited.email })
      await Promise.all(requested)
      await finishRequestedMails()
      for (const word of [email, invited.email]) expect(await findRowsWith(services, word)).toEqual({})
      await expectErased(userId)
    }
  })

  it('their wish for another address leaves neither that one nor a mail to it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const person = await asOwner(services, ['mer_1'])
      const newEmail = `wanted.${round}@canary.test`
      const [erased] = reasonsOf(
        await Promise.allSettled([
          erasePerson(admin, { userId: person.userId, version: 1, confirmEmail: person.email }),
          signIn(contextAs(services, person)).requestEmailChange({ newEmail }),
        ]),
      )
      expect(erased).toBe('done')
      expect(await findRowsWith(services, newEmail)).toEqual({})
    }
  })

  it('a change of their own profile brings no name back', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const person = await asOwner(services, ['mer_1'])
      const input = { userId: person.userId, version: 1, confirmEmail: person.email }
      const [erased] = reasonsOf(
        await Promise.allSettled([
          erasePerson(admin, input),
          updateProfile(contextAs(services, person), { displayName: 'Back Again', phoneNumber: '' }),
        ]),
      )
      expect(['done', 'STALE_VERSION']).toContain(erased)
      if (erased === 'STALE_VERSION') await erasePerson(admin, { ...input, version: 2 })
      await expectErased(person.userId)
    }
  })
})

describe('administrators at the same time', () => {
  it('erase someone once, of ten', async () => {
    const others = await Promise.all(
      Array.from({ length: 9 }, async () => contextAs(services, await asAdmin(services))),
    )
    const { id, email } = await insertUser(services)
    const input = { userId: id, version: 1, confirmEmail: email }
    const outcomes = reasonsOf(await Promise.allSettled([admin, ...others].map((ctx) => erasePerson(ctx, input))))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['done', 'STALE_VERSION']))
    expect(await services.db.$count(adminAuditLogs, eq(adminAuditLogs.action, 'erase_user'))).toBe(1)
    await expectErased(id)
  })

  it('who erase each other leave one', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await services.database.truncate()
      const pair = [await asAdmin(services), await asAdmin(services)] as const
      const erase = (by: number, whom: number) => {
        const target = pair[whom]
        const actor = pair[by]
        if (!target || !actor) throw new Error('There are two')
        const { userId, email } = target
        return erasePerson(contextAs(services, actor), { userId, version: 1, confirmEmail: email })
      }
      const outcomes = reasonsOf(await Promise.allSettled([erase(0, 1), erase(1, 0)]))
      expect(new Set(outcomes)).toEqual(new Set(['LAST_ADMIN', 'done']))
    }
  })
})
