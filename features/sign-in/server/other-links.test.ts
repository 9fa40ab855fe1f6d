import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { pendingInvitations, users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { sessions } from '@quaff/features/sessions/tables'
import { isRefusal } from '@quaff/platform/server'
import { contextAs } from '@quaff/platform/testing/test-context'
import { isOnPostgres } from '@quaff/platform/testing/test-database'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { completeSingleSignOn } from '../single-sign-on/server/complete-single-sign-on'
import { insertInvitedUser, tokenFromEmail } from '../testing/invited-user-factory'
import { verifyEmail } from '../testing/mailbox-proof-factory'
import { insertAttempt, vouchingProvider } from '../testing/single-sign-on-factory'
import { setupAccount } from './activate-account'
import { checkLink, completeSignIn } from './sign-in-with-link'

let services: TestServices
let networks = 0
const as = () => contextAs(services, undefined, { network: `network-${++networks}` })
const given = { displayName: 'Ina Vited', password: 'correct horse 7' }
beforeAll(async () => {
  services = await createTestServices({ identityProvider: vouchingProvider() })
})

type User = { id: string; email: string }
/** Ways to accept an invitation without its emailed link. */
const ways: Record<string, (user: User) => Promise<unknown>> = {
  'by a proof of the mailbox': async ({ email }) => {
    const mailboxProof = await verifyEmail(as(), email, 'registration')
    return setupAccount(as(), { email, ...given, mailboxProof })
  },
  'by a sign-in link': async (user) =>
    completeSignIn(as(), { email: user.email, token: await tokenFromEmail(services, user, 'sign_in') }),
  'by the company’s sign-in': (user) => signInThere(user),
}
async function signInThere({ id, email }: User): Promise<string> {
  const provider = vouchingProvider({ subject: id, verifiedEmail: email })
  const { browser, query } = await insertAttempt(services, provider)
  return completeSingleSignOn(contextAs(services, undefined, { browser, network: browser }), provider, query)
}
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'let in',
    (error: unknown) => (isRefusal(error) ? error.reason : String(error)),
  )
const sessionsOf = ({ id }: User) => services.db.$count(sessions, eq(sessions.userId, id))

describe('§G19 the links of an invitation', () => {
  it.each(Object.keys(ways))('let no one in once it was accepted %s, and say that it was used', async (way) => {
    const user = await insertInvitedUser(services)
    const token = await tokenFromEmail(services, user, 'invitation')
    await ways[way]?.(user)
    expect((await services.db.select().from(users).where(eq(users.id, user.id)))[0]?.status).toBe('active')
    const before = await sessionsOf(user)
    expect(await checkLink(as(), { token })).toMatchObject({ valid: false, state: 'used' })
    expect(await refusalOf(completeSignIn(as(), { email: user.email, token }))).toBe('INVALID_LINK')
    expect(await setupAccount(as(), { email: user.email, ...given, invitationToken: token })).toMatchObject({
      success: false,
    })
    expect(await sessionsOf(user)).toBe(before)
  })

  it('of another user stay open, and so does a link for the next sign-in', async () => {
    const [user, other] = [await insertInvitedUser(services), await insertInvitedUser(services)]
    const theirs = await tokenFromEmail(services, other, 'invitation')
    const signIn = await tokenFromEmail(services, user, 'sign_in')
    await ways['by a proof of the mailbox']?.(user)
    expect(await checkLink(as(), { token: theirs })).toMatchObject({ valid: true, purpose: 'invitation' })
    expect(await checkLink(as(), { token: signIn })).toMatchObject({ valid: true, purpose: 'sign_in' })
  })

  it.runIf(isOnPostgres)('accept it once, whichever of two ways at the same time is first', async () => {
    const lines = services.log.lines.length
    for (let round = 0; round < 20; round++) {
      const user = await insertInvitedUser(services)
      const token = await tokenFromEmail(services, user, 'invitation')
      const mailboxProof = await verifyEmail(as(), user.email, 'registration')
      const [link, setup] = await Promise.all([
        refusalOf(completeSignIn(as(), { email: user.email, token })),
        setupAccount(as(), { email: user.email, ...given, mailboxProof }),
      ])
      expect([link === 'let in', setup.success].filter(Boolean), `${link} ${setup.error}`).toHaveLength(1)
      const [invitation] = await services.db
        .select()
        .from(pendingInvitations)
        .where(eq(pendingInvitations.userId, user.id))
      expect(invitation?.used).toBe(true)
      expect(await checkLink(as(), { token })).toMatchObject({ valid: false, state: 'used' })
    }
    // Neither had to be taken back for the other.
    expect(services.log.lines.slice(lines)).toEqual([])
  })

  it.runIf(isOnPostgres)('accept it once beside the company’s sign-in, which lets in either way', async () => {
    for (let round = 0; round < 20; round++) {
      const user = await insertInvitedUser(services)
      const token = await tokenFromEmail(services, user, 'invitation')
      const [link, there] = await Promise.all([
        refusalOf(completeSignIn(as(), { email: user.email, token })),
        signInThere(user),
      ])
      expect([['let in', 'INVALID_LINK'].includes(link), there], link).toEqual([true, '/auth/login'])
      expect(await checkLink(as(), { token })).toMatchObject({ valid: false, state: 'used' })
      const activated = and(eq(userActivity.userId, user.id), eq(userActivity.action, 'account_activated'))
      expect(await services.db.$count(userActivity, activated)).toBe(1)
    }
  })
})
