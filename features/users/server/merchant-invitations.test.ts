import { createRouterClient } from '@orpc/server'
import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { adminRecords, userMerchants, users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { resolveActor } from '@quaff/features/sessions/server'
import { deleteExpiredProofs, forgetInvitations, signInRouter } from '@quaff/features/sign-in/server'
import { merchantInvitations } from '@quaff/features/sign-in/tables'
import type { Actor, UserActor } from '@quaff/platform/server'
import { adminAuditLogs, outboxMails } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { inviteUserInput, userStatuses } from '../contract'
import { invitationProblems } from '../refusals'
import { insertUser } from '../testing/user-factory'
import { usersRouter } from './index'

let services: TestServices
let owner: UserActor
let mine: string
let other: string
const email = 'sam@people.test'
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  mine = (await insertMerchant(services, { name: 'Foxglove Coffee' })).id
  other = (await insertMerchant(services, { name: 'Tide' })).id
  owner = await asOwner(services, [mine], { displayName: 'Maya Lindqvist' })
})

const people = (actor: Actor) => createRouterClient(usersRouter, { context: contextAs(services, actor) })
const strangers = () => createRouterClient(signInRouter, { context: contextAs(services) })
const invite = (input: object = {}, by: Actor = owner) =>
  people(by).invite(inviteUserInput.parse({ email, role: 'merchant_viewer', merchantIds: [mine], ...input }))
const tokenOf = async (address = email) =>
  new URL((await mailsTo(services, address))[0]?.link ?? 'x:').searchParams.get('token') ?? ''
const merchantsOf = async (userId: string) =>
  (
    await services.db
      .select()
      .from(userMerchants)
      .where(eq(userMerchants.userId, userId))
      .orderBy(asc(userMerchants.position))
  ).map((row) => row.merchantId)
const rowOf = async (address = email) => (await services.db.select().from(users).where(eq(users.email, address)))[0]
const auditsOf = async (action: string) =>
  (await services.db.select().from(adminAuditLogs)).filter((row) => row.action === action)
const statementOf = (query: unknown) =>
  typeof query === 'object' && query !== null && 'text' in query ? query.text : query
const isSignedIn = async (actor: UserActor) => (await resolveActor(services, actor.sessionId)).kind === 'user'

describe('an invitation by an owner', () => {
  it('answers, writes and shows the same for every address', async () => {
    const addresses = ['unknown@people.test']
    for (const status of userStatuses) addresses.push((await insertUser(services, { status })).email)
    addresses.push((await asViewer(services, [other])).email, (await asAdmin(services)).email)
    const answers = []
    for (const address of addresses) answers.push(await invite({ email: address.toUpperCase() }))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"success":true}']))
    const listed = await people(owner).listInvitations({})
    expect(listed.map((row) => row.email).toSorted()).toEqual(addresses.toSorted())
    expect(new Set(listed.map(({ id: _id, email: _email, ...row }) => JSON.stringify(row))).size).toBe(1)
    const mails = await services.db.select().from(outboxMails)
    expect(new Set(mails.map(({ text }) => text.replaceAll(/token=\S+/g, ''))).size).toBe(1)
    const { rows } = await people(owner).list({ limit: 50 })
    expect(rows.map((row) => row.id)).toEqual([owner.userId])
  })

  it('asks the database the same for every address, so that its time tells nothing', async () => {
    const addresses = ['unknown@people.test', (await asViewer(services, [other])).email]
    for (const status of userStatuses) addresses.push((await insertUser(services, { status })).email)
    const requested = new Set<string>()
    // The embedded database has one connection.
    const connection = await services.database.pool.connect()
    const spy = vi.spyOn(connection, 'query')
    connection.release()
    for (const address of addresses) {
      spy.mockClear()
      await invite({ email: address })
      requested.add(JSON.stringify(spy.mock.calls.map(([query]) => statementOf(query))))
    }
    spy.mockRestore()
    expect(requested.size).toBe(1)
    expect([...requested][0]).toContain('merchant_invitations')
  })

  it('is audited without the address, and mails who invites to what', async () => {
    await invite()
    const [mail] = await services.db.select().from(outboxMails)
    expect(mail?.text).toContain('Maya Lindqvist invited you to Foxglove Coffee on Quaff as a merchant viewer.')
    const audits = await auditsOf('invite_to_merchant')
    expect(audits).toMatchObject([{ targetType: 'invitation', merchantId: mine, after: { role: 'merchant_viewer' } }])
    expect(JSON.stringify(audits)).not.toContain(email)
    const [row] = await services.db.select().from(merchantInvitations)
    expect(row?.tokenHash).not.toContain(await tokenOf())
  })

  it('is made once for an address and a merchant, and never for a person whom the team shows', async () => {
    const colleague = await asViewer(services, [mine])
    const waiting = await insertUser(services, { role: 'merchant_viewer', status: 'pending', merchantIds: [mine] })
    await invite()
    const both = await asOwner(services, [mine, other])
    const failed = (error: string) => ({ success: false, error })
    expect(await invite({ role: 'merchant_owner' })).toEqual(failed(invitationProblems.invited))
    expect(await invite({ merchantIds: [other, mine] }, both)).toEqual(failed(invitationProblems.invited))
    expect(await invite({ email: colleague.email })).toEqual(failed(invitationProblems.onTeam))
    expect(await invite({ email: waiting.email })).toEqual(failed(invitationProblems.invited))
    expect(await services.db.$count(merchantInvitations)).toBe(1)
    expect(await invite({ merchantIds: [other] }, both)).toEqual({ success: true })
    expect(await services.db.$count(outboxMails)).toBe(2)
  })

  it('of several at the same moment is made once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => invite()))
    expect(outcomes.filter((outcome) => outcome.success)).toHaveLength(1)
    expect([await services.db.$count(merchantInvitations), await services.db.$count(outboxMails)]).toEqual([1, 1])
  })

  it('reaches an address ten times an hour, however often it is revoked', async () => {
    for (let round = 0; round < 10; round += 1) {
      await invite()
      const [{ id } = { id: '' }] = await people(owner).listInvitations({})
      await people(owner).revokeInvitation({ invitationId: id })
    }
    await expect(invite()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })
})

describe('a person with a console account', () => {
  it('accepts it signed in, and has both merchants; the link works once', async () => {
    const sam = await asViewer(services, [other], { email })
    const elsewhere = await asViewer(services, [other])
    await invite()
    const token = await tokenOf()
    expect(await strangers().checkLink({ token })).toMatchObject({ valid: true, asksSignIn: true })
    await expect(strangers().completeLink({ email, token })).rejects.toMatchObject({ reason: 'SIGN_IN_FIRST' })
    expect(await people(sam).openInvitation({ token })).toEqual({
      state: 'open',
      isYours: true,
      address: 's…@people.test',
      invitedTo: { role: 'merchant_viewer', inviter: 'Maya Lindqvist', venues: ['Foxglove Coffee'] },
    })
    expect(await people(sam).acceptInvitation({ token })).toEqual({
      success: true,
      merchants: [{ id: mine, name: 'Foxglove Coffee' }],
    })
    expect(await merchantsOf(sam.userId)).toEqual([other, mine])
    expect(await auditsOf('accept_invitation')).toMatchObject([
      {
        targetId: sam.userId,
        merchantId: mine,
        before: { merchantIds: [other] },
        after: { merchantIds: [other, mine] },
      },
    ])
    await expect(people(sam).acceptInvitation({ token })).rejects.toMatchObject({ reason: 'INVITATION_CLOSED' })
    expect(await people(sam).openInvitation({ token })).toMatchObject({ state: 'used', invitedTo: null })
    expect(await strangers().checkLink({ token })).toMatchObject({ valid: false, state: 'used' })
    expect(await people(owner).listInvitations({})).toEqual([])
    expect((await people(owner).list({ limit: 50 })).rows.map((row) => row.email)).toContain(email)
    expect([await isSignedIn(sam), await isSignedIn(elsewhere)]).toEqual([true, true])
  })

  it('is not another user, who sees a masked address and nothing of the invitation', async () => {
    await asViewer(services, [other], { email })
    const stranger = await asViewer(services, [other])
    await invite()
    const token = await tokenOf()
    expect(await people(stranger).openInvitation({ token })).toEqual({
      state: 'open',
      isYours: false,
      address: 's…@people.test',
      invitedTo: null,
    })
    await expect(people(stranger).acceptInvitation({ token })).rejects.toMatchObject({ reason: 'OTHER_ADDRESS' })
    await expect(people(anonymous).acceptInvitation({ token })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await merchantsOf(stranger.userId)).toEqual([other])
  })

  it('keeps the role that they have for other merchants', async () => {
    const sam = await asOwner(services, [other], { email })
    await invite()
    const token = await tokenOf()
    await expect(people(sam).acceptInvitation({ token })).rejects.toMatchObject({ reason: 'OTHER_ROLE' })
    expect(await merchantsOf(sam.userId)).toEqual([other])
    await services.db.delete(userMerchants).where(eq(userMerchants.userId, sam.userId))
    await people(sam).acceptInvitation({ token })
    expect(await rowOf()).toMatchObject({ role: 'merchant_viewer' })
    const admin = await asAdmin(services)
    await invite({ email: admin.email })
    const theirs = await tokenOf(admin.email)
    await expect(people(admin).acceptInvitation({ token: theirs })).rejects.toMatchObject({ reason: 'SEES_ALL' })
  })

  it('takes all merchants of one link', async () => {
    const sam = await asViewer(services, [], { email })
    const both = await asOwner(services, [mine, other])
    await invite({ merchantIds: [other, mine] }, both)
    await people(sam).acceptInvitation({ token: await tokenOf() })
    expect((await merchantsOf(sam.userId)).toSorted()).toEqual([mine, other].toSorted())
  })

  it('of two at the same moment accepts once', async () => {
    const sam = await asViewer(services, [], { email })
    await invite()
    const token = await tokenOf()
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => people(sam).acceptInvitation({ token })))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await auditsOf('accept_invitation')).toHaveLength(1)
  })

  it('suspended in the meantime is refused by the link', async () => {
    await insertUser(services, { email, role: 'merchant_viewer', status: 'suspended' })
    await invite()
    await expect(strangers().completeLink({ email, token: await tokenOf() })).rejects.toMatchObject({
      reason: 'SUSPENDED',
    })
  })
})

describe('a person without one', () => {
  it('gets an account by the link, with the role and merchant of the invitation', async () => {
    await invite({ role: 'merchant_owner' })
    const token = await tokenOf()
    expect(await strangers().checkLink({ token })).toMatchObject({
      valid: true,
      asksSignIn: false,
      invitedTo: { venues: ['Foxglove Coffee'] },
    })
    await expect(strangers().completeLink({ email: 'other@people.test', token })).rejects.toMatchObject({
      reason: 'INVALID_LINK',
    })
    const opened = await strangers().completeLink({ email, token })
    expect(opened).toMatchObject({ requiresPasswordSetup: true, session: { user: { email, merchantIds: [mine] } } })
    expect(await rowOf()).toMatchObject({ status: 'active', role: 'merchant_owner', emailVerified: true })
    await expect(strangers().completeLink({ email, token })).rejects.toMatchObject({ reason: 'INVALID_LINK' })
    expect(await strangers().checkLink({ token })).toMatchObject({ state: 'used' })
    expect(await people(owner).listInvitations({})).toEqual([])
  })

  it('§4 §G17 activates at the registration page too, by the token or by a proof of the mailbox', async () => {
    await invite()
    expect(await strangers().checkUserExists({ email })).toMatchObject({
      exists: true,
      isPreApproved: true,
      requiresActivation: true,
      role: null,
    })
    const invitationToken = await tokenOf()
    expect(await strangers().checkUserExists({ email, invitationToken })).toMatchObject({ role: 'merchant_viewer' })
    const account = { email, displayName: 'Sam Okafor', password: 'correct horse 7', invitationToken }
    expect(await strangers().setupAccount(account)).toEqual({ success: true })
    expect(await rowOf()).toMatchObject({ status: 'active', displayName: 'Sam Okafor' })
    expect(await strangers().setupAccount(account)).toMatchObject({ success: false })
  })

  it('§7 names the new account as the owner did, who learns nothing of an account that exists', async () => {
    const person = { displayName: '  Sam Okafor ', phoneNumber: '+14155552671' }
    await invite(person)
    const invitationToken = await tokenOf()
    expect(await strangers().checkUserExists({ email })).toMatchObject({ displayName: null })
    const check = { email, invitationToken }
    expect(await strangers().checkUserExists(check)).toMatchObject({ displayName: 'Sam Okafor' })
    await strangers().completeLink({ email, token: invitationToken })
    expect(await rowOf()).toMatchObject({ displayName: 'Sam Okafor', phoneNumber: person.phoneNumber })

    const customer = await insertUser(services, { email: 'kim@people.test', displayName: 'Kim' })
    await invite({ ...person, email: customer.email })
    await strangers().completeLink({ email: customer.email, token: await tokenOf(customer.email) })
    expect(await rowOf(customer.email)).toMatchObject({ displayName: 'Kim', phoneNumber: null })
  })

  it('who is a customer of the app gets the role, and sets a password', async () => {
    const { id } = await insertUser(services, { email, passwordHash: 'scrypt.v1.old' })
    await invite()
    const token = await tokenOf()
    expect(await strangers().checkLink({ token })).toMatchObject({ asksSignIn: false })
    expect(await strangers().completeLink({ email, token })).toMatchObject({ requiresPasswordSetup: true })
    expect(await rowOf()).toMatchObject({ id, role: 'merchant_viewer', status: 'active', passwordHash: null })
    expect(await merchantsOf(id)).toEqual([mine])
  })

  it('who is invited by an administrator as well gets the merchants of both', async () => {
    const admin = await asAdmin(services)
    await invite({ merchantIds: [other] }, admin)
    services.clock.advance(1_000)
    await invite()
    await strangers().completeLink({ email, token: await tokenOf() })
    expect(await merchantsOf((await rowOf())?.id ?? '')).toEqual([other, mine])
  })

  it('who is invited by an administrator with another role accepts that invitation first', async () => {
    await invite({ role: 'merchant_owner', merchantIds: [other] }, await asAdmin(services))
    services.clock.advance(1_000)
    await invite()
    await expect(strangers().completeLink({ email, token: await tokenOf() })).rejects.toMatchObject({
      reason: 'OTHER_INVITATION',
    })
    expect(await rowOf()).toMatchObject({ status: 'pending' })
  })

  it('uses one link once, no matter who asks at the same moment', async () => {
    await invite()
    const token = await tokenOf()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => strangers().completeLink({ email, token })),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await services.db.$count(users, eq(users.email, email))).toBe(1)
  })
})

describe('an open invitation', () => {
  it('is resent with a link that replaces the first, also after it expired', async () => {
    await invite()
    const first = await tokenOf()
    services.clock.advance(73 * 3_600_000)
    expect(await strangers().checkLink({ token: first })).toMatchObject({ valid: false, state: 'expired' })
    const [listed] = await people(owner).listInvitations({})
    expect(listed).toMatchObject({ email, isExpired: true, merchant: { id: mine, name: 'Foxglove Coffee' } })
    await people(owner).resendMerchantInvitation({ invitationId: listed?.id ?? '' })
    expect(await strangers().checkLink({ token: first })).toMatchObject({ valid: false, state: 'unknown' })
    expect(await strangers().checkLink({ token: await tokenOf() })).toMatchObject({ valid: true })
    for (let round = 0; round < 2; round += 1)
      await people(owner).resendMerchantInvitation({ invitationId: listed?.id ?? '' })
    await expect(people(owner).resendMerchantInvitation({ invitationId: listed?.id ?? '' })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
  })

  it('is revoked for its merchant alone', async () => {
    const both = await asOwner(services, [mine, other])
    await invite({ merchantIds: [mine, other] }, both)
    const token = await tokenOf()
    const rows = await people(both).listInvitations({ merchantId: mine })
    await people(both).revokeInvitation({ invitationId: rows[0]?.id ?? '' })
    expect((await strangers().checkLink({ token })).invitedTo?.venues).toEqual(['Tide'])
    const [last] = await people(both).listInvitations({})
    await people(both).revokeInvitation({ invitationId: last?.id ?? '' })
    expect(await strangers().checkLink({ token })).toMatchObject({ valid: false, state: 'unknown' })
    expect(await auditsOf('cancel_invitation')).toMatchObject([{ merchantId: mine }, { merchantId: other }])
  })

  it('and accepting it at the same moment: either it is gone, or the merchant was added', async () => {
    for (let round = 0; round < 10; round += 1) {
      const sam = await asViewer(services, [])
      await invite({ email: sam.email })
      const token = await tokenOf(sam.email)
      const [listed] = await people(owner).listInvitations({})
      const revoke = () => people(owner).revokeInvitation({ invitationId: listed?.id ?? '' })
      const accept = () => people(sam).acceptInvitation({ token })
      const outcomes = await Promise.allSettled(round % 2 === 0 ? [revoke(), accept()] : [accept(), revoke()])
      expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
      const wasAccepted = outcomes[round % 2 === 0 ? 1 : 0]?.status === 'fulfilled'
      expect(await merchantsOf(sam.userId)).toEqual(wasAccepted ? [mine] : [])
    }
  })

  it('stays valid if its inviter leaves, and goes with its merchant', async () => {
    const sam = await asViewer(services, [], { email })
    await invite()
    await services.db.delete(userMerchants).where(eq(userMerchants.userId, owner.userId))
    await services.db.update(adminRecords).set({ role: 'customer' }).where(eq(adminRecords.userId, owner.userId))
    const token = await tokenOf()
    expect(await people(sam).openInvitation({ token })).toMatchObject({ state: 'open' })
    await services.db.delete(merchants).where(eq(merchants.id, mine))
    expect(await people(sam).openInvitation({ token })).toMatchObject({ state: 'unknown' })
  })

  it('is shown to viewers by address, role and status alone, and to other merchants not at all', async () => {
    await invite()
    const listed = await people(await asViewer(services, [mine])).listInvitations({})
    expect(listed).toMatchObject([{ email, role: 'merchant_viewer', sentAt: null, expiresAt: null }])
    expect(await people(await asOwner(services, [other])).listInvitations({ merchantId: mine })).toEqual([])
    await expect(people(await asCustomRole(services)).listInvitations({})).rejects.toMatchObject({ reason: 'ROLE' })
  })

  it('goes after thirty days, an accepted one a day after its link, and all of an erased person at once', async () => {
    const sam = await asViewer(services, [], { email })
    await invite()
    await people(sam).acceptInvitation({ token: await tokenOf() })
    await invite({ email: 'late@people.test' })
    services.clock.advance(5 * 86_400_000)
    await deleteExpiredProofs(services)
    expect((await services.db.select().from(merchantInvitations)).map((row) => row.email)).toEqual(['late@people.test'])
    services.clock.advance(29 * 86_400_000)
    await deleteExpiredProofs(services)
    expect(await services.db.$count(merchantInvitations)).toBe(0)
    await invite({ email: 'gone@people.test' })
    await services.db.transaction((tx) => forgetInvitations(tx, ['gone@people.test']))
    expect(await services.db.$count(merchantInvitations)).toBe(0)
  })
})
