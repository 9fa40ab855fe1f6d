import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { findAccountForUpdate } from '@quaff/features/accounts/server'
import { pendingInvitations, users } from '@quaff/features/accounts/tables'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { type Context, inTransaction } from '@quaff/platform/server'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertInvitedUser, tokenFromEmail } from '../testing/invited-user-factory'
import { activateInvited, requestActivationCode, setupAccount } from './activate-account'
import { finishRequestedMails } from './email-links'

let services: TestServices
const given = { displayName: 'Ina Vited', password: 'correct horse 7' }
const statusOf = async (id: string) => (await services.db.select().from(users).where(eq(users.id, id)))[0]?.status

beforeAll(async () => {
  services = await createTestServices()
})

/** Runs another action during the slow hashing. */
function whileHashing(event: () => Promise<unknown>): Context {
  const ctx = contextAs(services, undefined, { network: services.ids.newId('net') })
  const { hash } = services.passwords
  return { ...ctx, passwords: { ...services.passwords, hash: async (...all) => (await event(), hash(...all)) } }
}

describe('an account is not set up', () => {
  it('by an invitation that is used up in the meantime', async () => {
    const user = await insertInvitedUser(services)
    const invitationToken = await tokenFromEmail(services, user, 'invitation')
    const usedAt = services.clock.now()
    const ctx = whileHashing(() =>
      services.db.update(oneTimeSecrets).set({ usedAt }).where(eq(oneTimeSecrets.userId, user.id)),
    )
    const outcome = await setupAccount(ctx, { ...given, email: user.email, invitationToken })
    expect(outcome).toEqual({ success: false, error: 'Invalid or expired sign-in link' })
    expect(await statusOf(user.id)).toBe('pending')
  })

  it('by a code that is used up in the meantime', async () => {
    const user = await insertInvitedUser(services)
    await requestActivationCode(contextAs(services), { email: user.email })
    await finishRequestedMails()
    const code = (await mailsTo(services, user.email))[0]?.code ?? ''
    const ctx = whileHashing(() => services.db.delete(oneTimeSecrets).where(eq(oneTimeSecrets.userId, user.id)))
    const outcome = await setupAccount(ctx, { ...given, email: user.email, code })
    expect(outcome).toMatchObject({
      success: false,
      error: expect.stringMatching(/^This code is wrong or has expired/),
    })
    expect(await statusOf(user.id)).toBe('pending')
  })

  it('once its invitation counts as used, whatever its status says', async () => {
    const user = await insertInvitedUser(services)
    const invitationToken = await tokenFromEmail(services, user, 'invitation')
    const ctx = whileHashing(() =>
      services.db.update(pendingInvitations).set({ used: true }).where(eq(pendingInvitations.userId, user.id)),
    )
    expect(await setupAccount(ctx, { ...given, email: user.email, invitationToken })).toMatchObject({ success: false })
    expect(await statusOf(user.id)).toBe('pending')
  })
})

it.each(['suspended', 'active', 'rejected'])(
  'anyone who activates an account that is %s is refused, and nothing is written',
  async (status) => {
    const user = await insertInvitedUser(services, { status })
    const ctx = contextAs(services)
    const attempt = inTransaction(ctx, async (tx) => {
      const account = await findAccountForUpdate(tx, user.id)
      if (account) await activateInvited(ctx, tx, account, { passwordHash: null })
    })
    await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'NOT_ACTIVATED' })
    expect(await statusOf(user.id)).toBe(status)
  },
)
