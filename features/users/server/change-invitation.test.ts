import { createRouterClient } from '@orpc/server'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { pendingInvitations, users } from '@quaff/features/accounts/tables'
import { merchantApplications } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { finishRequestedMails, signInRouter } from '@quaff/features/sign-in/server'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { correctEmailInput } from '../access-contract'
import { inviteUserInput, userStatuses } from '../contract'
import { insertUser, type UserDetails } from '../testing/user-factory'
import { cancelInvitation, correctPendingEmail, resendInvitation } from './change-invitation'
import { inviteUser } from './invite-user'

let services: TestServices
let admin: TestContext
let mine: string
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
  mine = (await insertMerchant(services)).id
})

const newEmail = () => `${services.ids.newId('new').replace('_', '.')}@people.test`.toLowerCase()
const isThere = (id: string) => services.db.$count(users, eq(users.id, id))
const auditsOf = (id: string) => services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))
const rowOf = async (id: string) => (await services.db.select().from(users).where(eq(users.id, id)))[0]!
const tokenTo = async (email: string) =>
  new URL((await mailsTo(services, email))[0]?.link ?? 'x:').searchParams.get('token') ?? ''
const accept = async (email: string, token: string) =>
  createRouterClient(signInRouter, { context: contextAs(services) }).completeLink({ email, token })

/** Inserts a user who was invited by email and has not accepted. */
async function invited(details: { role?: string; merchantIds?: string[] } = {}) {
  const email = newEmail()
  const input = inviteUserInput.parse({ email, role: 'merchant_viewer', merchantIds: [mine], ...details })
  const { userId = '' } = await inviteUser(admin, input)
  return { id: userId, email, token: await tokenTo(email) }
}
const pending = (details: UserDetails = {}) =>
  insertUser(services, { status: 'pending', role: 'merchant_viewer', merchantIds: [mine], ...details })
const as = (actor: UserActor) => contextAs(services, actor)

describe('cancelling an invitation', () => {
  it('removes the account, kills the link, and lets the address be invited again', async () => {
    const { id, email, token } = await invited()
    expect(await cancelInvitation(admin, { userId: id })).toEqual({ success: true })
    expect([await isThere(id), await services.db.$count(oneTimeSecrets, eq(oneTimeSecrets.userId, id))]).toEqual([0, 0])
    await expect(accept(email, token)).rejects.toMatchObject({ reason: 'INVALID_LINK' })
    expect((await auditsOf(id)).map((row) => row.action)).toEqual(['invite_user', 'cancel_invitation'])
    const again = inviteUserInput.parse({ email, role: 'merchant_viewer', merchantIds: [mine] })
    expect(await inviteUser(admin, again)).toMatchObject({ success: true })
  })

  it('§G12 is an owner’s for own people, and for no one who works elsewhere too', async () => {
    const owner = as(await asOwner(services, [mine]))
    const own = await pending()
    await cancelInvitation(owner, { userId: own.id })
    expect(await isThere(own.id)).toBe(0)
    const shared = await pending({ merchantIds: ['mer_foreign', mine] })
    await expect(cancelInvitation(owner, { userId: shared.id })).rejects.toMatchObject({ reason: 'FOREIGN' })
    const imported = await pending({ claims: { role: 'quaff_admin' } })
    await expect(cancelInvitation(owner, { userId: imported.id })).rejects.toMatchObject({ reason: 'FOREIGN' })
    const foreign = await pending({ merchantIds: ['mer_foreign'] })
    for (const userId of [foreign.id, 'usr_missing'])
      await expect(cancelInvitation(owner, { userId })).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'USER' })
    const viewer = as(await asViewer(services, [mine]))
    await expect(cancelInvitation(viewer, { userId: shared.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    for (const { id } of [shared, imported, foreign]) expect(await isThere(id)).toBe(1)
  })

  it.each(userStatuses.filter((status) => status !== 'pending'))('is refused for someone %s', async (status) => {
    const { id } = await insertUser(services, { status })
    await expect(cancelInvitation(admin, { userId: id })).rejects.toMatchObject({ code: 'CONFLICT', reason: 'STATE' })
    expect(await isThere(id)).toBe(1)
  })

  it('and accepting it at the same time: either the account is gone, or it is active', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id, email, token } = await invited()
      const outcomes = await Promise.allSettled(
        round % 2 === 0
          ? [cancelInvitation(admin, { userId: id }), accept(email, token)]
          : [accept(email, token), cancelInvitation(admin, { userId: id })],
      )
      expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
      const row = await rowOf(id)
      expect(row === undefined || row.status === 'active').toBe(true)
    }
  })
})

describe('correcting the address of an invitation', () => {
  it('mails a new invitation to the new address; the old link opens nothing', async () => {
    const { id, email, token } = await invited()
    const next = newEmail()
    services.clock.advance(1_000)
    expect(await correctPendingEmail(admin, { userId: id, version: 1, email: next })).toEqual({ success: true })
    expect(await rowOf(id)).toMatchObject({ email: next, status: 'pending', version: 2 })
    for (const address of [email, next])
      await expect(accept(address, token)).rejects.toMatchObject({ reason: 'INVALID_LINK' })
    expect(await accept(next, await tokenTo(next))).toMatchObject({
      session: { user: { uid: id, email: next, merchantIds: [mine] } },
    })
    const audit = (await auditsOf(id)).find((row) => row.action === 'correct_email')
    expect(JSON.stringify(audit)).not.toContain('people.test')
  })

  it('ends the codes mailed to the old address too', async () => {
    const { id, email } = await invited()
    await createRouterClient(signInRouter, { context: contextAs(services) }).requestActivationCode({ email })
    await finishRequestedMails()
    const isCode = and(eq(oneTimeSecrets.userId, id), eq(oneTimeSecrets.purpose, 'activation'))
    expect(await services.db.$count(oneTimeSecrets, isCode)).toBe(1)
    await correctPendingEmail(admin, { userId: id, version: 1, email: newEmail() })
    expect(await services.db.$count(oneTimeSecrets, isCode)).toBe(0)
  })

  it('is the contact of the venue that waits for its setup too, but no contact that was chosen', async () => {
    const email = newEmail()
    const input = inviteUserInput.parse({ email, role: 'merchant_owner', newVenueName: 'Velvet Harbour' })
    const { userId = '' } = await inviteUser(admin, input)
    const theirs = eq(merchantApplications.userId, userId)
    const contact = async () => (await services.db.select().from(merchantApplications).where(theirs))[0]?.business.email
    const next = newEmail()
    await correctPendingEmail(admin, { userId, version: 1, email: next })
    expect(await contact()).toBe(next)
    await services.db
      .update(merchantApplications)
      .set({ business: { email: 'hello@velvet.test' } })
      .where(theirs)
    await correctPendingEmail(admin, { userId, version: 2, email: newEmail() })
    expect(await contact()).toBe('hello@velvet.test')
    const taken = await invited()
    await services.db
      .update(merchantApplications)
      .set({ business: { email: (await rowOf(userId)).email } })
      .where(theirs)
    const before = await contact()
    const refused = correctPendingEmail(admin, { userId, version: 3, email: taken.email })
    await expect(refused).rejects.toMatchObject({ reason: 'EMAIL_TAKEN' })
    expect(await contact()).toBe(before)
  })

  it('gives someone without an address one', async () => {
    const { id } = await pending({ emailIsPlaceholder: true, emailVerified: true })
    const email = newEmail()
    await correctPendingEmail(admin, { userId: id, version: 1, email })
    expect(await rowOf(id)).toMatchObject({ email, emailIsPlaceholder: false, emailVerified: false })
    expect(await mailsTo(services, email)).toHaveLength(1)
  })

  it('is refused for an address that is taken, in whatever spelling, and for the same one', async () => {
    const { id, email } = await pending()
    const taken = await insertUser(services, { status: 'suspended' })
    const twin = correctEmailInput.parse({ userId: id, version: 1, email: ` ${taken.email.toUpperCase()} ` }).email
    await expect(correctPendingEmail(admin, { userId: id, version: 1, email: twin })).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'EMAIL_TAKEN',
      message: 'This account is suspended.',
      detail: { field: 'email' },
    })
    await expect(correctPendingEmail(admin, { userId: id, version: 1, email })).rejects.toMatchObject({
      reason: 'SAME_ADDRESS',
    })
    expect(await rowOf(id)).toMatchObject({ email, version: 1 })
    expect([await auditsOf(id), await mailsTo(services, taken.email)]).toEqual([[], []])
  })

  it('of two people to one address at the same time happens once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const people = [await pending(), await pending()]
      const email = newEmail()
      const outcomes = await Promise.allSettled(
        people.map(({ id }) => correctPendingEmail(admin, { userId: id, version: 1, email })),
      ).then((all) => all.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.reason : 'ok')))
      expect(new Set(outcomes)).toEqual(new Set(['EMAIL_TAKEN', 'ok']))
      services.clock.advance(3_600_000)
    }
  })

  it('is for pending people, with their version, by an administrator: an owner would learn which addresses are taken', async () => {
    for (const status of userStatuses.filter((one) => one !== 'pending')) {
      const { id } = await insertUser(services, { status })
      await expect(correctPendingEmail(admin, { userId: id, version: 1, email: newEmail() })).rejects.toMatchObject({
        reason: 'STATE',
      })
    }
    const { id } = await pending()
    const input = { userId: id, version: 1, email: newEmail() }
    await expect(correctPendingEmail(admin, { ...input, version: 2 })).rejects.toMatchObject({
      reason: 'STALE_VERSION',
    })
    const refusedTo = async (actor: UserActor, refusal: object) =>
      expect(correctPendingEmail(as(actor), input)).rejects.toMatchObject(refusal)
    await refusedTo(await asOwner(services, [mine]), { code: 'FORBIDDEN' })
    await refusedTo(await asViewer(services, [mine]), { code: 'FORBIDDEN' })
    expect(await rowOf(id)).toMatchObject({ version: 1 })
  })

  it.each([
    [{ email: ['a@b.test', 'c@d.test'] }],
    [{ email: 'á@b.test' }],
    [{ email: 'a@b.test\r\nBcc: c@d.test' }],
    [{ email: 'а@b.test' }],
    [{ role: 'quaff_admin' }],
    [{ emailVerified: true }],
  ])('refuses by shape: %j', (extra) => {
    const valid = { userId: 'usr_1', version: 1, email: 'a@b.test' }
    expect(correctEmailInput.safeParse(valid).success).toBe(true)
    expect(correctEmailInput.safeParse({ ...valid, ...extra }).success).toBe(false)
  })

  it('reads full-width letters as the plain ones, so that twins are one address', () => {
    expect(correctEmailInput.parse({ userId: 'usr_1', version: 1, email: 'Ａna@People.test' }).email).toBe(
      'ana@people.test',
    )
  })
})

it('§7 an invitation that is accepted while it is resent stays used', async () => {
  const { id, email, token } = await invited()
  // Changes the person between the first read and the lock, where the limit is checked.
  const db = new Proxy(services.db, {
    get(target, key) {
      if (key === 'transaction')
        return async (...args: Parameters<typeof target.transaction>) => {
          await accept(email, token)
          return target.transaction(...args)
        }
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await expect(resendInvitation({ ...admin, db }, { userId: id })).rejects.toMatchObject({ reason: 'STATE' })
  const [invitation] = await services.db.select().from(pendingInvitations).where(eq(pendingInvitations.userId, id))
  expect(invitation).toMatchObject({ used: true })
})
