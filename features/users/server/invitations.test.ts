import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pendingInvitations, userMerchants, users } from '@quaff/features/accounts/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { adminAuditLogs, outboxMails } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { inviteUserInput, registerUserInput, userStatuses } from '../contract'
import { insertUser } from '../testing/user-factory'
import { resendInvitation } from './change-invitation'
import { inviteUser } from './invite-user'
import { registerUser, createFirstAdministrator } from './register-user'
import { sendPasswordReset, sendPasswordResetTo } from './send-password-reset'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  admin = contextAs(services, await asAdmin(services))
})

const stateOf = async (token: string) => {
  const [link] = await services.db
    .select()
    .from(oneTimeSecrets)
    .where(eq(oneTimeSecrets.hash, services.secrets.hash(token)))
  return link ?? null
}
const tokenOf = (text: string | undefined) => /token=(\S+)/.exec(text ?? '')?.[1] ?? ''
const emailedTokens = async () =>
  (await services.db.select().from(outboxMails).orderBy(outboxMails.createdAt, outboxMails.id)).map((mail) =>
    tokenOf(mail.text),
  )

describe('resend', () => {
  it('§7 mails a new link to the stored address, and the old one opens nothing any more', async () => {
    const merchant = await insertMerchant(services)
    const { userId = '' } = await inviteUser(
      admin,
      inviteUserInput.parse({ email: 'a@people.test', role: 'merchant_viewer', merchantIds: [merchant.id] }),
    )
    const [old = ''] = await emailedTokens()
    expect(await stateOf(old)).toMatchObject({ purpose: 'invitation', subject: 'a@people.test' })
    services.clock.advance(1_000)
    expect(await resendInvitation(admin, { userId })).toEqual({ success: true })
    const fresh = (await emailedTokens()).find((token) => token !== old) ?? ''
    expect(await stateOf(old)).toBeNull()
    expect(await stateOf(fresh)).toMatchObject({ userId, usedAt: null })
    expect(await services.db.$count(oneTimeSecrets)).toBe(1)
    const [invitation] = await services.db.select().from(pendingInvitations)
    expect(invitation).toMatchObject({ used: false, merchantIds: [merchant.id], role: 'merchant_viewer' })
    expect(await services.db.$count(adminAuditLogs, eq(adminAuditLogs.action, 'resend_invitation'))).toBe(1)
  })

  it('is for pending people only', async () => {
    for (const status of userStatuses.filter((one) => one !== 'pending')) {
      const { id } = await insertUser(services, { status })
      await expect(resendInvitation(admin, { userId: id })).rejects.toMatchObject({ code: 'CONFLICT', reason: 'STATE' })
    }
    const placeholder = await insertUser(services, { status: 'pending', emailIsPlaceholder: true })
    await expect(resendInvitation(admin, { userId: placeholder.id })).rejects.toMatchObject({ reason: 'NO_ADDRESS' })
    expect(await services.db.$count(outboxMails)).toBe(0)
  })

  it('that is refused for the state of the person counts for no limit', async () => {
    const { id } = await insertUser(services, { status: 'active' })
    for (let turn = 0; turn < 4; turn += 1)
      await expect(resendInvitation(admin, { userId: id })).rejects.toMatchObject({ reason: 'STATE' })
  })

  it('is three times an hour at most', async () => {
    const { id } = await insertUser(services, { status: 'pending', role: 'quaff_admin' })
    for (let turn = 0; turn < 3; turn += 1)
      expect(await resendInvitation(admin, { userId: id })).toEqual({ success: true })
    await expect(resendInvitation(admin, { userId: id })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  it('§G12 reaches owners for the people of their merchants, and answers alike for all others', async () => {
    const mine = await insertUser(services, { status: 'pending', role: 'merchant_viewer', merchantIds: ['mer_a'] })
    const foreign = await insertUser(services, { status: 'pending', role: 'merchant_viewer', merchantIds: ['mer_b'] })
    const administrator = await insertUser(services, { status: 'pending', role: 'quaff_admin' })
    const owner = contextAs(services, await asOwner(services, ['mer_a']))
    expect(await resendInvitation(owner, { userId: mine.id })).toEqual({ success: true })
    for (const userId of [foreign.id, administrator.id, 'usr_missing']) {
      await expect(resendInvitation(owner, { userId })).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'USER' })
    }
    await expect(
      resendInvitation(contextAs(services, await asViewer(services, ['mer_a'])), { userId: mine.id }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('public registration', () => {
  const register = (input: object = {}) =>
    registerUser(
      contextAs(services, anonymous),
      registerUserInput.parse({ email: 'who@people.test', isPublicRegistration: true, ...input }),
    )

  it('§7 §G23 makes an account that waits for approval, without role and merchants, and mails no one', async () => {
    expect(await register({ displayName: 'Who' })).toEqual({ success: true })
    const [row] = await services.db.select().from(users).where(eq(users.email, 'who@people.test'))
    expect(row).toMatchObject({
      status: 'pending_approval',
      role: 'customer',
      displayName: 'Who',
      emailVerified: false,
      passwordHash: null,
      applicationId: null,
    })
    expect([
      await services.db.$count(userMerchants),
      await services.db.$count(pendingInvitations),
      await services.db.$count(outboxMails),
    ]).toEqual([0, 0, 0])
  })

  it('answers alike for a known address and changes nothing of its account', async () => {
    const { email } = await insertUser(services, { status: 'rejected' })
    const before = await services.db.select().from(users).where(eq(users.email, email))
    expect(await register({ email: email.toUpperCase(), displayName: 'Other' })).toEqual({ success: true })
    expect(await services.db.select().from(users).where(eq(users.email, email))).toEqual(before)
    expect(await services.db.$count(adminAuditLogs)).toBe(0)
  })

  it('refuses each key that would grant something', () => {
    const valid = { email: 'a@b.test', isPublicRegistration: true }
    expect(registerUserInput.safeParse(valid).success).toBe(true)
    for (const extra of [
      { role: 'quaff_admin' },
      { merchantIds: [] },
      { status: 'active' },
      { emailVerified: true },
      { applicationId: 'a' },
      { newVenueName: 'x' },
      { email: ['a@b.test'] },
    ]) {
      expect(registerUserInput.safeParse({ ...valid, ...extra }).success, JSON.stringify(extra)).toBe(false)
    }
  })

  it('is three an hour per address, and limited per network', async () => {
    for (let turn = 0; turn < 3; turn += 1) await register()
    await expect(register()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    const others = Array.from({ length: 16 }, (_, index) => `p${index}@people.test`)
    for (const email of others) await register({ email })
    await expect(register({ email: 'one.more@people.test' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })
})

describe('password reset by an administrator', () => {
  it('§7 answers alike for every address and mails active accounts only', async () => {
    const active = await insertUser(services)
    const others = await Promise.all(
      userStatuses.filter((one) => one !== 'active').map((status) => insertUser(services, { status })),
    )
    const placeholder = await insertUser(services, { emailIsPlaceholder: true })
    for (const email of [active.email, placeholder.email, 'unknown@people.test', ...others.map((user) => user.email)]) {
      expect(await sendPasswordResetTo(admin, { email })).toEqual({ success: true })
    }
    const mails = await services.db.select().from(outboxMails)
    expect(mails.map((mail) => mail.toAddress)).toEqual([active.email])
    expect(await stateOf(tokenOf(mails[0]?.text))).toMatchObject({ purpose: 'password_reset', userId: active.id })
    await expect(
      sendPasswordResetTo(contextAs(services, await asOwner(services, [])), { email: active.email }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('stops mailing after three an hour, without saying so', async () => {
    const { email } = await insertUser(services)
    for (let turn = 0; turn < 5; turn += 1)
      expect(await sendPasswordResetTo(admin, { email })).toEqual({ success: true })
    expect(await services.db.$count(outboxMails)).toBe(3)
  })
})

describe('password reset of a person on the screen', () => {
  it('is mailed to active people, says why for others, and three times an hour', async () => {
    const { id, email } = await insertUser(services)
    for (let turn = 0; turn < 3; turn += 1)
      expect(await sendPasswordReset(admin, { userId: id })).toEqual({ success: true })
    await expect(sendPasswordReset(admin, { userId: id })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(new Set((await services.db.select().from(outboxMails)).map((mail) => mail.toAddress))).toEqual(
      new Set([email]),
    )
    for (const status of userStatuses.filter((one) => one !== 'active')) {
      const other = await insertUser(services, { status })
      await expect(sendPasswordReset(admin, { userId: other.id })).rejects.toMatchObject({ reason: 'STATE' })
    }
    const placeholder = await insertUser(services, { emailIsPlaceholder: true })
    await expect(sendPasswordReset(admin, { userId: placeholder.id })).rejects.toMatchObject({ reason: 'NO_ADDRESS' })
    await expect(sendPasswordReset(admin, { userId: 'usr_missing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await services.db.$count(outboxMails)).toBe(3)
  })
})

describe('the first administrator', () => {
  it('is invited by link, and invited again with the older link dead', async () => {
    const first = tokenOf((await createFirstAdministrator(services, ' First@People.test ')).url)
    const second = tokenOf((await createFirstAdministrator(services, 'first@people.test')).url)
    expect(await stateOf(first)).toBeNull()
    expect(await stateOf(second)).toMatchObject({ purpose: 'invitation', subject: 'first@people.test' })
    const [row] = await services.db.select().from(users).where(eq(users.email, 'first@people.test'))
    expect(row).toMatchObject({ role: 'quaff_admin', status: 'pending' })
    expect(await services.db.$count(outboxMails)).toBe(0)
    expect(await services.db.$count(adminAuditLogs, eq(adminAuditLogs.action, 'grant_admin'))).toBe(2)
  })

  it('learns how long the link works, who administers already, and which shell user asked', async () => {
    await asAdmin(services, { email: 'ada@people.test' })
    const { email: suspended } = await insertUser(services, { role: 'quaff_admin', status: 'suspended' })
    const created = await createFirstAdministrator(services, 'bo@people.test', 'root@web-1')
    expect(created.validUntil).toEqual(new Date(services.clock.now().getTime() + 72 * 3_600_000))
    expect(created.administrators).toContain('ada@people.test')
    expect(created.administrators).not.toContain(suspended)
    const [row] = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.action, 'grant_admin'))
    expect(row?.after).toMatchObject({ shellUser: 'root@web-1' })
  })

  it('is refused for any other account and for what is no address', async () => {
    for (const details of [
      { status: 'active', role: 'quaff_admin' },
      { status: 'suspended', role: 'quaff_admin' },
      { status: 'pending', role: 'merchant_owner' },
      { status: 'active' },
    ]) {
      const { email } = await insertUser(services, details)
      await expect(createFirstAdministrator(services, email)).rejects.toMatchObject({ code: 'CONFLICT' })
    }
    await expect(createFirstAdministrator(services, 'unknown')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await services.db.$count(oneTimeSecrets)).toBe(0)
  })
})
