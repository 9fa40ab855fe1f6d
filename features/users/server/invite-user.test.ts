import { createRouterClient } from '@orpc/server'
import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pendingInvitations, userMerchants, users } from '@quaff/features/accounts/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { signInRouter } from '@quaff/features/sign-in/server'
import { type Actor, type UserActor, withSupport } from '@quaff/platform/server'
import { adminAuditLogs, liveEvents, outboxMails } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { inviteUserInput, userStatuses } from '../contract'
import { userRefusals } from '../refusals'
import { insertUser } from '../testing/user-factory'
import { inviteUser, previewInvitation } from './invite-user'

let services: TestServices
let admin: UserActor
let mine: string
let alsoMine: string
let foreign: string
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  admin = await asAdmin(services)
  mine = (await insertMerchant(services)).id
  alsoMine = (await insertMerchant(services)).id
  foreign = (await insertMerchant(services)).id
})

const invite = (actor: Actor, input: object) =>
  inviteUser(contextAs(services, actor), inviteUserInput.parse({ email: 'new@people.test', ...input }))
const invited = async (email = 'new@people.test') =>
  (await services.db.select().from(users).where(eq(users.email, email)))[0]

async function counts() {
  const tables = [
    users,
    userMerchants,
    pendingInvitations,
    oneTimeSecrets,
    outboxMails,
    adminAuditLogs,
    liveEvents,
    merchantApplications,
  ]
  return Promise.all(tables.map((table) => services.db.$count(table)))
}

async function expectNothingWritten(work: () => Promise<unknown>): Promise<void> {
  const before = await counts()
  await work()
  expect(await counts()).toEqual(before)
}

describe('the mail of an invitation', () => {
  it('names the inviter, the venue and what one is invited to, as the page behind its link does', async () => {
    const owner = await asOwner(services, [mine], { displayName: 'Maya Lindqvist' })
    await services.db.update(merchants).set({ name: 'Foxglove Coffee' }).where(eq(merchants.id, mine))
    await invite(owner, { role: 'merchant_viewer', merchantIds: [mine] })
    const [mail] = await services.db.select().from(outboxMails)
    expect(mail?.text).toContain('Maya Lindqvist invited you to Foxglove Coffee on Quaff as a merchant viewer.')
    expect(mail?.text).toContain('Access: view assigned merchants.')
    const token = /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const client = createRouterClient(signInRouter, { context: contextAs(services) })
    expect((await client.checkLink({ token })).invitedTo).toEqual({
      role: 'merchant_viewer',
      inviter: 'Maya Lindqvist',
      venues: ['Foxglove Coffee'],
    })
  })

  it('is previewed as it is sent, without its link and the time in its subject', async () => {
    const owner = await asOwner(services, [mine], { displayName: 'Maya Lindqvist' })
    await services.db.update(merchants).set({ name: 'Foxglove Coffee' }).where(eq(merchants.id, mine))
    const requested = { role: 'merchant_viewer' as const, merchantIds: [mine] }
    const shown = await previewInvitation(contextAs(services, owner), requested)
    await invite(owner, { role: 'merchant_viewer', merchantIds: [mine] })
    const [mail] = await services.db.select().from(outboxMails)
    const { html } = withSupport({ html: mail?.html ?? '', text: '' }, null)
    const time = ' · 12:00:00 PM UTC'
    expect(mail?.subject).toBe(`${shown.subject}${time}`)
    expect(shown.html).toBe(html.replace(time, '').replaceAll(/token=[\w-]+/g, 'token=…'))
    await expectNothingWritten(() => previewInvitation(contextAs(services, owner), requested))
  })

  it('is shown for a venue that is still to be set up, without what could pass for a link', async () => {
    const preview = (newVenueName: string) =>
      previewInvitation(contextAs(services, admin), { role: 'merchant_owner', merchantIds: [], newVenueName })
    expect((await preview('Marlow Street')).html).toContain('to Marlow Street on Quaff')
    expect((await preview('win.example.com')).html).not.toContain('win.example')
  })

  it('names a venue that is still to be set up, and no name that could pass for a link', async () => {
    const sender = await asAdmin(services, { displayName: 'Win at evil.com' })
    await invite(sender, { role: 'merchant_owner', newVenueName: 'Marlow Street' })
    const [mail] = await services.db.select().from(outboxMails)
    expect(mail?.text).toContain('You’ve been invited to Marlow Street on Quaff as a merchant owner.')
    expect(mail?.text).not.toContain('evil')
  })
})

describe('an invitation to an internationalized address', () => {
  it.each([
    ['info@почта.рф', 'info@xn--80a1acny.xn--p1ai'],
    ['info@xn--80a1acny.xn--p1ai', 'info@xn--80a1acny.xn--p1ai'],
    ['hallo@müller-kaffee.de', 'hallo@xn--mller-kaffee-dlb.de'],
  ])('is stored and mailed in ASCII, once for all ways to type it: %s', async (email, stored) => {
    await invite(admin, { email, role: 'quaff_admin' })
    const [mail] = await services.db.select().from(outboxMails)
    expect([(await invited(stored))?.status, mail?.toAddress]).toEqual(['pending', stored])
    for (const again of [email.toUpperCase(), stored, `mailto:${email}`, `"Noor Haddad" <${email}>,`])
      expect(await invite(admin, { email: again, role: 'quaff_admin' })).toMatchObject({ success: false })
    expect(await services.db.$count(pendingInvitations)).toBe(1)
  })

  it.each(['r&d@bean.test', 'a/b@bean.test', 'bean=vip@x.com', "o'brien@bean.test"])('reaches %s', async (email) => {
    await invite(admin, { email, role: 'quaff_admin' })
    const [mail] = await services.db.select().from(outboxMails)
    expect(mail?.toAddress).toBe(email)
  })

  it('offers a straight apostrophe', () => {
    const { error } = inviteUserInput.safeParse({ email: 'o’brien@bean.test', role: 'quaff_admin' })
    expect(error?.issues[0]?.message).toBe("Use a straight apostrophe: o'brien@bean.test")
  })
})

describe('an invitation', () => {
  it('§3 §7 makes a pending account with its merchants, the invitation, a mail, an audit row and a live event', async () => {
    const outcome = await invite(admin, {
      role: 'merchant_owner',
      merchantIds: [alsoMine, mine, alsoMine],
      displayName: ' Ana\u0007 ',
      phoneNumber: '415 555 2671',
    })
    const user = await invited()
    expect(outcome).toEqual({ success: true, userId: user?.id })
    expect(user).toMatchObject({
      status: 'pending',
      role: 'merchant_owner',
      displayName: 'Ana',
      phoneNumber: '+14155552671',
      passwordHash: null,
      emailVerified: false,
      applicationId: null,
    })
    const assigned = await services.db
      .select()
      .from(userMerchants)
      .where(eq(userMerchants.userId, user?.id ?? ''))
      .orderBy(userMerchants.position)
    expect(assigned.map((row) => row.merchantId)).toEqual([alsoMine, mine])
    const [invitation] = await services.db.select().from(pendingInvitations)
    expect(invitation).toMatchObject({
      userId: user?.id,
      role: 'merchant_owner',
      merchantIds: [alsoMine, mine],
      requiresPasswordSetup: true,
      used: false,
      invitedBy: admin.userId,
    })
    const [mail] = await services.db.select().from(outboxMails)
    expect(mail).toMatchObject({ toAddress: 'new@people.test', template: 'invitation' })
    expect(mail?.text).toMatch(/http:\/\/127\.0\.0\.1:3000\/auth\/complete-signin\?token=\S{43}/)
    expect(mail?.text).not.toContain('Ana')
    const [audit] = await services.db.select().from(adminAuditLogs)
    expect(audit).toMatchObject({ action: 'invite_user', targetId: user?.id, adminUserId: admin.userId })
    expect(JSON.stringify([outcome, audit, invitation])).not.toContain('token=')
    const events = await services.db.select().from(liveEvents).where(eq(liveEvents.topic, 'user'))
    expect(new Set(events.map((event) => event.merchantId))).toEqual(new Set([alsoMine, mine, null]))
  })

  it('of an administrator drops merchants and is audited as grant_admin', async () => {
    expect(await invite(admin, { role: 'quaff_admin', merchantIds: [mine] })).toMatchObject({ success: true })
    expect(await services.db.$count(userMerchants)).toBe(0)
    expect(await services.db.select({ action: adminAuditLogs.action }).from(adminAuditLogs)).toEqual([
      { action: 'grant_admin' },
    ])
  })

  it('to a new venue makes an application in pending_setup', async () => {
    expect(await invite(admin, { role: 'merchant_owner', newVenueName: 'Corner Café' })).toMatchObject({
      success: true,
    })
    const user = await invited()
    const [application] = await services.db.select().from(merchantApplications)
    expect(application).toMatchObject({
      id: user?.applicationId,
      userId: user?.id,
      status: 'pending_setup',
      merchantId: null,
      business: { name: 'Corner Café' },
    })
  })

  it('§G12 by an owner goes to own merchants only', async () => {
    const owner = await asOwner(services, [mine, alsoMine])
    expect(await invite(owner, { role: 'merchant_viewer', merchantIds: [mine] })).toMatchObject({ success: true })
    for (const merchantIds of [[foreign], [foreign, mine], [mine, foreign], [mine, 'mer_missing']]) {
      await expectNothingWritten(() =>
        expect(invite(owner, { email: 'x@people.test', role: 'merchant_viewer', merchantIds })).rejects.toMatchObject({
          code: 'NOT_FOUND',
          reason: 'MERCHANT',
        }),
      )
    }
  })
})

describe('refused, with nothing written', () => {
  it('without the right to invite', async () => {
    for (const actor of [await asViewer(services, [mine]), await asCustomRole(services)]) {
      await expectNothingWritten(() =>
        expect(invite(actor, { role: 'merchant_viewer', merchantIds: [mine] })).rejects.toMatchObject({
          code: 'FORBIDDEN',
          reason: 'ROLE',
        }),
      )
    }
    await expect(invite(anonymous, { role: 'merchant_viewer', merchantIds: [mine] })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })

  it('when an owner invites above or beside their reach', async () => {
    const owner = await asOwner(services, [mine])
    for (const role of ['quaff_admin', 'customer']) {
      await expectNothingWritten(() =>
        expect(invite(owner, { role, merchantIds: [mine] })).rejects.toMatchObject({
          code: 'FORBIDDEN',
          reason: 'INVITE_ROLE',
        }),
      )
    }
  })

  it('without a merchant, or with a venue that does not fit', async () => {
    const owner = await asOwner(services, [mine])
    const refused = (error: string) => ({ success: false, error })
    await expectNothingWritten(async () => {
      expect(await invite(admin, { role: 'merchant_owner' })).toEqual(refused(userRefusals.NO_MERCHANT.text))
      expect(await invite(admin, { role: 'merchant_viewer' })).toEqual(refused(userRefusals.NO_MERCHANT.text))
      expect(await invite(admin, { role: 'merchant_owner', merchantIds: [mine], newVenueName: 'New' })).toEqual(
        refused(userRefusals.NEW_VENUE.text),
      )
      expect(await invite(owner, { role: 'merchant_owner', newVenueName: 'New' })).toEqual(
        refused(userRefusals.NEW_VENUE.text),
      )
    })
  })

  it('by an administrator when the address is taken, whatever the state of its account', async () => {
    for (const status of userStatuses) {
      const { id, email } = await insertUser(services, { status })
      const before = await invited(email)
      await expectNothingWritten(async () => {
        expect(await invite(admin, { email, role: 'quaff_admin' })).toMatchObject({
          success: false,
          error: expect.any(String),
          userId: id,
        })
      })
      expect(await invited(email)).toEqual(before)
    }
  })

  it('by shape: unknown keys, lists for strings, unknown roles', () => {
    const valid = { email: 'a@b.test', role: 'merchant_viewer' }
    for (const extra of [
      { status: 'active' },
      { emailVerified: true },
      { id: 'usr_1' },
      { isPublicRegistration: true },
      { email: ['a@b.test', 'c@d.test'] },
      { role: 'merchant_owner,quaff_admin' },
      { role: ['quaff_admin'] },
    ]) {
      expect(inviteUserInput.safeParse({ ...valid, ...extra }).success, JSON.stringify(extra)).toBe(false)
    }
  })
})

it('of several invitations to one address at once exactly one is written', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () => invite(admin, { role: 'merchant_viewer', merchantIds: [mine] })),
  )
  expect(outcomes.filter((outcome) => outcome.success)).toHaveLength(1)
  expect(await services.db.$count(outboxMails)).toBe(1)
  expect(await services.db.$count(adminAuditLogs, and(eq(adminAuditLogs.action, 'invite_user')))).toBe(1)
})
