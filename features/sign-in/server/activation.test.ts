import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { pendingInvitations, userMerchants, users } from '@quaff/features/accounts/tables'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertInvitedUser, tokenFromEmail } from '../testing/invited-user-factory'
import { verifyEmail } from '../testing/mailbox-proof-factory'
import { requestActivationCode, setupAccount } from './activate-account'
import { checkUserExists } from './check-user-exists'
import { finishRequestedMails } from './email-links'
import { signInWithPassword } from './sign-in-with-password'

let services: TestServices
let networks = 0
const as = (actor?: UserActor) => contextAs(services, actor, { network: `network-${++networks}` })
const given = { displayName: 'Ina Vited', password: 'correct horse 7' }
const rowOf = async (id: string) => (await services.db.select().from(users).where(eq(users.id, id)))[0]
const wrongCode = { success: false, error: 'This code is wrong or has expired. Check it, or request a new one.' }

async function mailedCode(email: string): Promise<string> {
  await requestActivationCode(as(), { email })
  await finishRequestedMails()
  return (await mailsTo(services, email))[0]?.code ?? ''
}
const textOf = (query: unknown) => (typeof query === 'object' && query !== null && 'text' in query ? query.text : query)
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

beforeAll(async () => {
  services = await createTestServices()
})

describe('checkUserExists', () => {
  const nothing = {
    exists: false,
    isPreApproved: false,
    requiresActivation: false,
    status: null,
    displayName: null,
    role: null,
    merchantIds: [],
  }
  const ofStranger = { ...nothing, exists: true, status: 'pending', isPreApproved: true, requiresActivation: true }
  const full = { displayName: 'Ina Vited', role: 'merchant_owner', merchantIds: ['mer_1'], isPreApproved: true }

  it.each([
    ['active', { exists: true, status: 'active' }],
    ['suspended', { exists: true, status: 'active' }],
    ['pending', { exists: true, status: 'pending', isPreApproved: true, requiresActivation: true }],
    ['pending_approval', { exists: true, status: 'pending_approval' }],
    ['rejected', { exists: true, status: 'rejected' }],
  ])('§4 §7 §G17 tells strangers and merchant owners the banner class and no more: %s', async (status, banner) => {
    const { email } = await insertInvitedUser(services, { status })
    for (const ctx of [as(), as(await asOwner(services, ['mer_1']))])
      expect(await checkUserExists(ctx, { email })).toEqual({ ...nothing, ...banner })
  })

  it('§4 §G17 tells a stranger of an unknown address that there is no account', async () => {
    expect(await checkUserExists(as(), { email: 'unknown@example.test' })).toEqual(nothing)
  })

  it('§3 §G17 tells an administrator and the bearer of this invitation all', async () => {
    const [user, other] = [await insertInvitedUser(services), await insertInvitedUser(services)]
    expect(await checkUserExists(as(await asAdmin(services)), { email: user.email })).toMatchObject(full)
    const invitationToken = await tokenFromEmail(services, user, 'invitation')
    expect(await checkUserExists(as(), { email: user.email, invitationToken })).toMatchObject(full)
    expect(await checkUserExists(as(), { email: other.email, invitationToken })).toEqual(ofStranger)
  })

  it('tells anyone who has shown the code from the mailbox the banner of their address, and of no other', async () => {
    const [user, other] = [await insertInvitedUser(services), await insertInvitedUser(services)]
    const mailboxProof = await verifyEmail(as(), user.email, 'registration')
    expect(await checkUserExists(as(), { email: user.email, mailboxProof })).toMatchObject(full)
    expect(await checkUserExists(as(), { email: other.email, mailboxProof })).toEqual(ofStranger)
    const forWaitlist = await verifyEmail(as(), user.email, 'waitlist')
    expect(await checkUserExists(as(), { email: user.email, mailboxProof: forWaitlist })).toEqual(ofStranger)
  })

  it('asks the database the same of every account, and of none', async () => {
    const statuses = ['active', 'suspended', 'pending', 'pending_approval', 'rejected']
    const emails = ['unknown@example.test']
    for (const status of statuses) emails.push((await insertInvitedUser(services, { status })).email)
    const requested = new Set<string>()
    for (const email of emails) {
      const spy = vi.spyOn(services.db.$client, 'query')
      await checkUserExists(as(), { email })
      requested.add(JSON.stringify(spy.mock.calls.map(([query]) => textOf(query))))
      spy.mockRestore()
    }
    expect(requested.size).toBe(1)
    expect(JSON.parse([...requested][0] ?? '[]')).toHaveLength(7)
  })

  it('§G17 is asked ten times a minute and a hundred times a day', async () => {
    const ctx = as()
    const refusal = { code: 'TOO_MANY_REQUESTS', message: 'Too many attempts. Try again in a minute.' }
    for (let minute = 0; minute < 10; minute++) {
      for (let count = 0; count < 10; count++) await checkUserExists(ctx, { email: 'unknown@example.test' })
      if (minute === 0)
        await expect(checkUserExists(ctx, { email: 'unknown@example.test' })).rejects.toMatchObject(refusal)
      services.clock.advance(60_000)
    }
    await expect(checkUserExists(ctx, { email: 'unknown@example.test' })).rejects.toMatchObject(refusal)
  })
})

describe('setupUserAccount', () => {
  it('§7 §G18 activates by the invitation token, with role and merchants of the invitation row', async () => {
    const user = await insertInvitedUser(services, { role: 'merchant_viewer', merchantIds: ['mer_1', 'mer_2'] })
    const invitationToken = await tokenFromEmail(services, user, 'invitation')
    expect(await setupAccount(as(), { ...given, email: user.email, invitationToken })).toEqual({ success: true })
    expect(await rowOf(user.id)).toMatchObject({
      status: 'active',
      role: 'merchant_viewer',
      emailVerified: true,
      displayName: 'Ina Vited',
    })
    expect(await services.db.select().from(userMerchants).where(eq(userMerchants.userId, user.id))).toHaveLength(2)
    expect(
      await services.db.select().from(pendingInvitations).where(eq(pendingInvitations.userId, user.id)),
    ).toMatchObject([{ used: true }])
    const audit = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, user.id))
    expect(audit.map((row) => row.action)).toEqual(['activate_account'])
    await expect(signInWithPassword(as(), { email: user.email, password: given.password })).resolves.toBeDefined()
  })

  it('§G18 activates by the mailed code', async () => {
    const user = await insertInvitedUser(services)
    const code = await mailedCode(user.email)
    expect(await setupAccount(as(), { ...given, email: user.email, code })).toEqual({ success: true })
    expect(await setupAccount(as(), { ...given, email: user.email, code })).toEqual(wrongCode)
  })

  it('activates by a proof of the mailbox, of this address and for this purpose only', async () => {
    const [user, other] = [await insertInvitedUser(services), await insertInvitedUser(services)]
    const mailboxProof = await verifyEmail(as(), user.email, 'registration')
    const forWaitlist = await verifyEmail(as(), user.email, 'waitlist')
    for (const wrong of [
      { email: other.email, mailboxProof },
      { email: user.email, mailboxProof: forWaitlist },
    ])
      expect(await setupAccount(as(), { ...given, ...wrong })).toMatchObject({ success: false })
    expect(await setupAccount(as(), { ...given, email: user.email, mailboxProof })).toEqual({ success: true })
    expect([(await rowOf(user.id))?.status, (await rowOf(other.id))?.status]).toEqual(['active', 'pending'])
  })

  it('§G18 does not accept the right code at the sixth try', async () => {
    const user = await insertInvitedUser(services)
    const code = await mailedCode(user.email)
    for (let count = 0; count < 5; count++) {
      expect(await setupAccount(as(), { ...given, email: user.email, code: otherThan(code) })).toEqual(wrongCode)
    }
    expect(await setupAccount(as(), { ...given, email: user.email, code })).toEqual(wrongCode)
    expect(await rowOf(user.id)).toMatchObject({ status: 'pending', passwordHash: null })
  })

  it('§G18 counts parallel tries', async () => {
    const user = await insertInvitedUser(services)
    const code = await mailedCode(user.email)
    await Promise.all(
      Array.from({ length: 9 }, () => setupAccount(as(), { ...given, email: user.email, code: otherThan(code) })),
    )
    expect(await setupAccount(as(), { ...given, email: user.email, code })).toEqual(wrongCode)
  })

  it('§G18 does not accept a code after ten minutes, nor one of another account', async () => {
    const [user, other] = [await insertInvitedUser(services), await insertInvitedUser(services)]
    const code = await mailedCode(user.email)
    await mailedCode(other.email)
    expect(await setupAccount(as(), { ...given, email: other.email, code })).toEqual(wrongCode)
    services.clock.advance(10 * 60_000)
    expect(await setupAccount(as(), { ...given, email: user.email, code })).toEqual(wrongCode)
  })

  it('§6 says the same for every account when there is no proof, and writes nothing', async () => {
    const accounts = await Promise.all(
      ['pending', 'active', 'suspended', 'rejected', 'pending_approval'].map((status) =>
        insertInvitedUser(services, { status }),
      ),
    )
    const emails = [...accounts.map((account) => account.email), 'unknown@example.test']
    for (const proof of [{}, { code: '123456' }, { invitationToken: 'x'.repeat(43) }]) {
      const answers = new Set<string>()
      for (const email of emails) answers.add(JSON.stringify(await setupAccount(as(), { ...given, email, ...proof })))
      expect(answers.size).toBe(1)
    }
    expect(await setupAccount(as(), { ...given, email: 'unknown@example.test' })).toEqual({
      success: false,
      error:
        'No pre-approved account found for this email address. Please contact your administrator to request access.',
    })
    for (const account of accounts) expect((await rowOf(account.id))?.passwordHash).toBeNull()
  })

  it('refuses the token of one account with the address of another', async () => {
    const [user, other] = [await insertInvitedUser(services), await insertInvitedUser(services)]
    const invitationToken = await tokenFromEmail(services, user, 'invitation')
    expect(await setupAccount(as(), { ...given, email: other.email, invitationToken })).toMatchObject({
      success: false,
    })
    expect((await rowOf(other.id))?.status).toBe('pending')
  })

  it('refuses a common password before it looks at anything', async () => {
    const user = await insertInvitedUser(services)
    const invitationToken = await tokenFromEmail(services, user, 'invitation')
    const outcome = await setupAccount(as(), { ...given, password: 'qwerty123', email: user.email, invitationToken })
    expect(outcome).toEqual({ success: false, error: 'This password is too common. Choose another one.' })
  })

  it('mails codes only to invited pending accounts, and answers alike', async () => {
    const active = await asAdmin(services)
    for (const email of [active.email, 'unknown@example.test']) {
      expect(await requestActivationCode(as(), { email })).toEqual({ success: true })
      await finishRequestedMails()
      expect(await mailsTo(services, email)).toEqual([])
    }
  })
})
