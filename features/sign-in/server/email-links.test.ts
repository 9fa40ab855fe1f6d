import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { adminRecords, pendingInvitations, userMerchants, users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { sessions } from '@quaff/features/sessions/tables'
import { rateLimits } from '@quaff/platform/server'
import { asAdmin, asCustomer, asOwner } from '@quaff/platform/testing/actors'
import { mailsTo as newestMailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { signInLimits } from '../contract'
import { insertInvitedUser, tokenFromEmail } from '../testing/invited-user-factory'
import { insertPasskey } from '../testing/passkey-factory'
import { insertSecondFactor } from '../testing/second-factor-factory'
import { finishRequestedMails } from './email-links'
import { requestPasswordReset } from './reset-password'
import { checkLink, completeSignIn, requestSignInLink } from './sign-in-with-link'
import { passkeys, secondFactors } from './tables'

let services: TestServices
let networks = 0
/** `npm run test:long` runs more. */
const rounds = Number(process.env['LONG_ROUNDS'] ?? 1)
/** An anonymous caller from another network, with fresh limits. */
const stranger = () => contextAs(services, undefined, { network: `network-${++networks}` })
const statusOf = async (id: string) => (await services.db.select().from(users).where(eq(users.id, id)))[0]?.status
const sessionsOf = (id: string) => services.db.select().from(sessions).where(eq(sessions.userId, id))
const mailsTo = async (email: string) => {
  await finishRequestedMails()
  return newestMailsTo(services, email)
}

beforeAll(async () => {
  services = await createTestServices()
})

describe('a link that a clock wrote which was set back since', () => {
  it('opens nothing, because it would open for longer than it may', async () => {
    const user = await insertInvitedUser(services)
    services.clock.advance(86_400_000)
    const token = await tokenFromEmail(services, user, 'invitation')
    services.clock.advance(-86_400_000)
    await expect(completeSignIn(stranger(), { email: user.email, token })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    expect(await statusOf(user.id)).not.toBe('active')
  })
})

describe('an invitation link', () => {
  it('§3 §4 makes the invited account active with the rights of its invitation and opens a session', async () => {
    const user = await insertInvitedUser(services, {
      merchantIds: ['mer_b', 'mer_a'],
      passwordHash: 'set before the mailbox was proved',
    })
    const ctx = stranger()
    const result = await completeSignIn(ctx, {
      email: user.email,
      token: await tokenFromEmail(services, user, 'invitation'),
    })

    expect(result).toMatchObject({
      requiresPasswordSetup: true,
      session: { user: { uid: user.id, role: 'merchant_owner', merchantIds: ['mer_b', 'mer_a'], hasPassword: false } },
    })
    expect(ctx.cookies.session?.token).toMatch(/^[\w-]{40,}$/)
    const now = services.clock.now()
    const [row] = await services.db.select().from(users).where(eq(users.id, user.id))
    expect(row).toMatchObject({ status: 'active', emailVerified: true, lastActiveAt: now, passwordHash: null })
    const [invitation] = await services.db
      .select()
      .from(pendingInvitations)
      .where(eq(pendingInvitations.userId, user.id))
    expect(invitation).toMatchObject({ used: true, usedAt: now })
    expect((await sessionsOf(user.id))[0]?.passwordSetupUntil).toBeInstanceOf(Date)
    expect(await services.db.select().from(userMerchants).where(eq(userMerchants.userId, user.id))).toHaveLength(2)
    const activity = await services.db.select().from(userActivity).where(eq(userActivity.userId, user.id))
    expect(activity.map((entry) => entry.action).sort()).toEqual(['account_activated', 'sign_in'])
  })

  it('leaves nothing that was set up before the mailbox was proved: no second factor and no passkey', async () => {
    const user = await insertInvitedUser(services)
    await insertSecondFactor(services, user.id)
    await insertPasskey(services, user.id)
    const token = await tokenFromEmail(services, user, 'invitation')
    await completeSignIn(stranger(), { email: user.email, token })
    expect(await services.db.$count(secondFactors, eq(secondFactors.userId, user.id))).toBe(0)
    expect(await services.db.$count(passkeys, eq(passkeys.userId, user.id))).toBe(0)
  })

  it('opens exactly one session when redeemed 50 times at once', { timeout: 20_000 + rounds * 2_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const user = await insertInvitedUser(services)
      const token = await tokenFromEmail(services, user, 'invitation')
      const attempts = Array.from({ length: 50 }, () => completeSignIn(stranger(), { email: user.email, token }))
      const results = await Promise.allSettled(attempts)
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
      expect(await sessionsOf(user.id)).toHaveLength(1)
    }
  })

  it('§8 §G19 refuses a replayed link with the text of the specification', async () => {
    const user = await insertInvitedUser(services)
    const token = await tokenFromEmail(services, user, 'invitation')
    await completeSignIn(stranger(), { email: user.email, token })
    const again = completeSignIn(stranger(), { email: user.email, token })
    await expect(again).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid or expired sign-in link' })
  })

  it('refuses the address of another user and stays usable for its own', async () => {
    const [user, other] = [await insertInvitedUser(services), await insertInvitedUser(services)]
    const token = await tokenFromEmail(services, user, 'invitation')
    await expect(completeSignIn(stranger(), { email: other.email, token })).rejects.toMatchObject({
      reason: 'INVALID_LINK',
    })
    expect(await statusOf(other.id)).toBe('pending')
    await expect(completeSignIn(stranger(), { email: user.email, token })).resolves.toMatchObject({
      requiresPasswordSetup: true,
    })
  })

  it('is dead after it was sent again', async () => {
    const user = await insertInvitedUser(services)
    const old = await tokenFromEmail(services, user, 'invitation')
    await tokenFromEmail(services, user, 'invitation')
    await expect(completeSignIn(stranger(), { email: user.email, token: old })).rejects.toMatchObject({
      reason: 'INVALID_LINK',
    })
  })

  it('is dead once the account has another address', async () => {
    const user = await insertInvitedUser(services)
    const token = await tokenFromEmail(services, user, 'invitation')
    await services.db
      .update(users)
      .set({ email: `new.${user.email}` })
      .where(eq(users.id, user.id))
    await expect(completeSignIn(stranger(), { email: user.email, token })).rejects.toMatchObject({
      reason: 'INVALID_LINK',
    })
    expect(await checkLink(stranger(), { token })).toMatchObject({ valid: false, purpose: null })
  })

  it('says to its holder whether it is open, used or too old', async () => {
    const user = await insertInvitedUser(services)
    const token = await tokenFromEmail(services, user, 'invitation')
    expect(await checkLink(stranger(), { token })).toMatchObject({ state: 'open' })
    services.clock.advance(72 * 3_600_000)
    expect(await checkLink(stranger(), { token })).toMatchObject({ state: 'expired' })
    const fresh = await tokenFromEmail(services, user, 'sign_in')
    await completeSignIn(stranger(), { email: user.email, token: fresh }).catch(() => {})
    expect(await checkLink(stranger(), { token: fresh })).toMatchObject({ valid: false, purpose: null, state: 'used' })
    expect(await checkLink(stranger(), { token: 'x'.repeat(43) })).toMatchObject({ state: 'unknown' })
  })

  it('§G19 lives 72 hours', async () => {
    const user = await insertInvitedUser(services)
    const token = await tokenFromEmail(services, user, 'invitation')
    services.clock.advance(72 * 3_600_000 - 1)
    expect(await checkLink(stranger(), { token })).toMatchObject({ valid: true, purpose: 'invitation' })
    services.clock.advance(1)
    expect(await checkLink(stranger(), { token })).toMatchObject({ valid: false, purpose: null })
  })

  it('gives no session to an invited customer and changes nothing', async () => {
    const user = await insertInvitedUser(services, { role: 'customer' })
    const ctx = stranger()
    const attempt = completeSignIn(ctx, {
      email: user.email,
      token: await tokenFromEmail(services, user, 'invitation'),
    })
    await expect(attempt).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Access denied. You do not have admin privileges.',
    })
    expect([await statusOf(user.id), ctx.cookies.session]).toEqual(['pending', undefined])
  })
})

describe('a sign-in link', () => {
  it.each(['suspended', 'rejected', 'pending_approval'])('§4 does not wake a %s account', async (status) => {
    const user = await insertInvitedUser(services, { status })
    const ctx = stranger()
    const attempt = completeSignIn(ctx, { email: user.email, token: await tokenFromEmail(services, user, 'sign_in') })
    await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect([await statusOf(user.id), ctx.cookies.session, (await sessionsOf(user.id)).length]).toEqual([
      status,
      undefined,
      0,
    ])
  })

  it('signs an active account in without asking for a password', async () => {
    const owner = await asOwner(services, ['mer_1'])
    const token = await tokenFromEmail(services, { id: owner.userId, email: owner.email }, 'sign_in')
    const result = await completeSignIn(stranger(), { email: owner.email, token })
    expect(result).toMatchObject({ requiresPasswordSetup: false, session: { user: { uid: owner.userId } } })
  })

  it('counts as being active', async () => {
    const { userId: id, email } = await asAdmin(services)
    services.clock.advance(60_000)
    await completeSignIn(stranger(), { email, token: await tokenFromEmail(services, { id, email }, 'sign_in') })
    const [row] = await services.db.select().from(users).where(eq(users.id, id))
    expect(row?.lastActiveAt).toEqual(services.clock.now())
  })

  it('is not a password reset link, nor the other way round', async () => {
    const admin = await asAdmin(services)
    const token = await tokenFromEmail(services, { id: admin.userId, email: admin.email }, 'password_reset')
    await expect(completeSignIn(stranger(), { email: admin.email, token })).rejects.toMatchObject({
      reason: 'INVALID_LINK',
    })
  })

  it('§G19 is mailed from our own address, stored only as a hash, for ten minutes', async () => {
    const admin = await asAdmin(services)
    await requestSignInLink(stranger(), { email: admin.email })
    const [mail] = await mailsTo(admin.email)
    const [url, token = ''] =
      /http:\/\/127\.0\.0\.1:3000\/auth\/complete-signin\?token=([\w-]+)/.exec(mail?.text ?? '') ?? []
    expect(url).toBeDefined()
    const [link] = await services.db.select().from(oneTimeSecrets).where(eq(oneTimeSecrets.userId, admin.userId))
    expect(link?.hash).not.toContain(token)
    services.clock.advance(10 * 60_000)
    await expect(completeSignIn(stranger(), { email: admin.email, token })).rejects.toMatchObject({
      reason: 'INVALID_LINK',
    })
  })

  it('§G16 is requested with the same answer for every address, and mailed only to who may enter', async () => {
    const customer = await asCustomer(services)
    const suspended = await insertInvitedUser(services, { status: 'suspended' })
    const invited = await insertInvitedUser(services)
    for (const email of [customer.email, suspended.email, 'unknown@example.test', invited.email]) {
      expect(await requestSignInLink(stranger(), { email })).toEqual({ success: true })
    }
    expect(await mailsTo(customer.email)).toEqual([])
    expect(await mailsTo(suspended.email)).toEqual([])
    expect(await mailsTo(invited.email)).toHaveLength(1)
  })

  it('is mailed to one who asks at most three times an hour, without saying so', async () => {
    const { email } = await asAdmin(services)
    const ask = () => requestSignInLink(contextAs(services, undefined, { network: 'one desk' }), { email })
    const hourMs = 3_600_000
    services.clock.advance(hourMs - (services.clock.now().getTime() % hourMs))
    for (let count = 0; count < 5; count++) {
      expect(await ask()).toEqual({ success: true })
      await finishRequestedMails()
      services.clock.advance(5 * 60_000)
    }
    expect(await mailsTo(email)).toHaveLength(3)
  })

  it.each([
    ['a sign-in link', requestSignInLink],
    ['a reset link', requestPasswordReset],
  ])(
    'strangers who ask for %s use up neither what a known browser may ask for nor every way in',
    async (_, request) => {
      const admin = await asAdmin(services)
      const home = stranger()
      const { userId: id, email } = admin
      const given = { email, token: await tokenFromEmail(services, { id, email }, 'sign_in') }
      await completeSignIn(home, given)
      const { windowMs } = rateLimits.linkPerAddress
      expect(windowMs).toBe(signInLimits.signInLinkMs)
      services.clock.advance(windowMs - (services.clock.now().getTime() % windowMs))
      for (let count = 0; count < 8; count++) {
        await request(stranger(), { email: admin.email })
        await finishRequestedMails()
        services.clock.advance(1000)
      }
      expect(await mailsTo(admin.email)).toHaveLength(3)
      // The last link that anonymous callers caused works until they may request the next one.
      services.clock.advance(windowMs - 8000 - 1)
      const token = /token=([\w-]+)/.exec((await mailsTo(admin.email))[0]?.text ?? '')?.[1] ?? ''
      expect(await checkLink(stranger(), { token })).toMatchObject({ state: 'open' })
      const known = contextAs(services, undefined, { network: 'elsewhere', browser: home.cookies.browser })
      await request(known, { email: admin.email })
      expect(await mailsTo(admin.email)).toHaveLength(4)
    },
  )

  it('ends the session that asked: no token survives a sign-in', async () => {
    const [planted, owner] = [await asAdmin(services), await asOwner(services, [])]
    const token = await tokenFromEmail(services, { id: owner.userId, email: owner.email }, 'sign_in')
    const ctx = contextAs(services, planted, { network: 'fixation' })
    await completeSignIn(ctx, { email: owner.email, token })
    expect(ctx.cookies.session?.token).not.toBe(planted.sessionId)
    expect(await sessionsOf(planted.userId)).toEqual([])
  })
})

it('gives a new role only through the invitation, replacing what was imported', async () => {
  const user = await insertInvitedUser(services, { role: 'merchant_viewer', merchantIds: ['mer_9'] })
  await services.db
    .update(users)
    .set({ claims: { role: 'quaff_admin' } })
    .where(eq(users.id, user.id))
  const result = await completeSignIn(stranger(), {
    email: user.email,
    token: await tokenFromEmail(services, user, 'invitation'),
  })
  expect('session' in result && result.session.user).toMatchObject({ role: 'merchant_viewer', merchantIds: ['mer_9'] })
  expect(await services.db.select().from(adminRecords).where(eq(adminRecords.userId, user.id))).toMatchObject([
    { role: 'merchant_viewer' },
  ])
})
