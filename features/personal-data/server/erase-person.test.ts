import { createRouterClient } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { importDocuments } from '@quaff/features/imports/testing/import-run-factory'
import { merchantApplications } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { readRedemptionFigures } from '@quaff/features/redemptions/server'
import { redemptions } from '@quaff/features/redemptions/tables'
import { merchantScope, resolveActor } from '@quaff/features/sessions/server'
import { deleteExpiredProofs, signInRouter } from '@quaff/features/sign-in/server'
import { passkeys } from '@quaff/features/sign-in/tables'
import { insertPasskey, signedByPasskey } from '@quaff/features/sign-in/testing/passkey-factory'
import { readTotals } from '@quaff/features/subscriptions/server'
import { subscriptionCharges, subscriptions } from '@quaff/features/subscriptions/tables'
import { inviteUser, updateProfile, updateUserRole, usersRouter } from '@quaff/features/users/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs, jobs, liveEvents, outboxMails } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { findRowsWith, insertKnownPerson, marks } from '../testing/known-person-factory'
import { countKeptFigures, erasePerson } from './erase-person'

let services: TestServices
let actor: UserActor
let admin: TestContext
beforeEach(async () => {
  services = await createTestServices()
  actor = await asAdmin(services)
  admin = contextAs(services, actor)
  return () => services.close()
})

const time = { $time: '2026-01-02T00:00:00Z' }
const asColleague = { role: 'quaff_admin' as const, merchantIds: [], isPublicRegistration: false as const }
async function storedUser(userId: string) {
  const [row] = await services.db.select().from(users).where(eq(users.id, userId))
  if (!row) throw new Error('The row is gone')
  return row
}
const eraseKnown = (userId: string) =>
  erasePerson(admin, { userId, version: 1, confirmEmail: ` ${marks.email.toUpperCase()} ` })

describe('an erased person', () => {
  it('leaves an account without a name, an address or a way in, and the fact that it was erased', async () => {
    const { userId, actor: person } = await insertKnownPerson(services)
    services.clock.advance(60_000)
    await eraseKnown(userId)
    const now = services.clock.now()
    expect(await storedUser(userId)).toMatchObject({
      displayName: null,
      phoneNumber: null,
      photoUrl: null,
      passwordHash: null,
      rejectionReason: null,
      metadata: {},
      claims: {},
      role: 'customer',
      status: 'suspended',
      applicationId: null,
      lastActiveAt: null,
      emailIsPlaceholder: true,
      emailVerified: false,
      subscriptionCount: 2,
      erasedAt: now,
      statusUpdatedAt: now,
      updatedAt: now,
      email: expect.stringMatching(/^usr-[a-z0-9-]+@erased\.invalid$/),
    })
    expect((await resolveActor(services, person.sessionId)).kind).toBe('anonymous')
    const events = await services.db.select().from(liveEvents).where(eq(liveEvents.subjectId, userId))
    expect(events.map(({ topic }) => topic)).toEqual(expect.arrayContaining(['session', 'user', 'audit']))
  })

  it('is found by no name, address, phone, photo, device or note in any table', async () => {
    const { userId, ctx, merchantId } = await insertKnownPerson(services)
    const people = createRouterClient(usersRouter, { context: admin })
    await people.updatePerson({
      userId,
      version: 1,
      displayName: marks.name,
      phoneNumber: marks.phone,
      requestKey: '5ff3cd8a-41b1-4f5c-8a55-3a1c7e6d2b10',
    })
    await updateProfile(ctx, { displayName: marks.name, phoneNumber: marks.phone })
    await createRouterClient(signInRouter, { context: ctx }).requestEmailChange({ newEmail: marks.wantedEmail })
    await updateUserRole(admin, { userId, role: 'merchant_viewer', merchantIds: [merchantId] })
    const words = Object.values(marks).filter((mark) => mark !== marks.secret)
    for (const word of words) expect(Object.keys(await findRowsWith(services, word)), word).not.toEqual([])
    const { version } = await storedUser(userId)
    await erasePerson(admin, { userId, version, confirmEmail: marks.email })
    for (const word of words.filter((mark) => mark !== marks.email))
      expect(await findRowsWith(services, word), word).toEqual({})
    expect(await findRowsWith(services, '203.0.113.99')).toEqual({})
  })

  it('is with the address in the log of their actions as staff, which is append-only, and nowhere else in it', async () => {
    const { userId, ctx } = await insertKnownPerson(services)
    await updateProfile(ctx, { displayName: marks.name, phoneNumber: marks.phone })
    await erasePerson(admin, { userId, version: 2, confirmEmail: marks.email })
    expect(await findRowsWith(services, marks.email)).toEqual({ admin_audit_logs: 1 })
    const entries = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.adminEmail, marks.email))
    expect(entries).toMatchObject([{ action: 'update_profile', adminUserId: userId, before: null }])
    expect(JSON.stringify(entries.map(({ after }) => after))).not.toContain('canary')
  })

  it('loses what an old system said of them beyond what has a place here', async () => {
    const period = { currentPeriodStart: time, currentPeriodEnd: time, createdAt: time }
    const pass = { merchantId: 'm1', status: 'canceled', note: 'canary-pass', ...period }
    await importDocuments(services, {
      'users/old': { email: 'old@example.test', nickname: 'canary-name', createdAt: time },
      'users/old/subscriptions/s1': pass,
      'users/old/redemptions/r1': { merchantId: 'm1', redeemedAt: time, device: 'canary-device' },
      'users/old/payments/p1': { card: 'canary-card' },
      'userActivity/a1': { userId: 'old', action: 'login', timestamp: time, place: 'canary-place' },
      'users/other': { email: 'other@example.test', nickname: 'kept-name', createdAt: time },
    })
    expect(await findRowsWith(services, 'canary-')).toEqual({ import_documents: 5 })
    const { version } = await storedUser('old')
    await erasePerson(admin, { userId: 'old', version, confirmEmail: 'old@example.test' })
    expect(await findRowsWith(services, 'canary-')).toEqual({})
    await importDocuments(services, {
      'users/old': { email: 'old@example.test', nickname: 'canary-name', createdAt: time, again: true },
      'users/old/subscriptions/s1': { ...pass, again: true },
      'users/old/redemptions/r2': { merchantId: 'm1', redeemedAt: time, device: 'canary-device' },
      'users/old/payments/p1': { card: 'canary-card', again: true },
      'userActivity/a2': { userId: 'old', action: 'login', timestamp: time, place: 'canary-place' },
    })
    expect(await findRowsWith(services, 'canary-')).toEqual({})
    expect(await findRowsWith(services, 'kept-name')).toEqual({ import_documents: 1 })
  })

  it('gets no mail that waits or was given up; of what was sent kind and time stay', async () => {
    const { userId } = await insertKnownPerson(services)
    await services.db
      .insert(jobs)
      .values({
        id: 'job_else',
        kind: 'send_mail',
        payload: { mailId: 'mail_else' },
        runAt: services.clock.now(),
        createdAt: services.clock.now(),
      })
    await eraseKnown(userId)
    const left = await services.db.select({ id: jobs.id }).from(jobs).where(eq(jobs.kind, 'send_mail'))
    expect(left).toEqual([{ id: 'job_else' }])
    expect(await services.db.select().from(outboxMails)).toMatchObject([
      {
        template: 'sent',
        toAddress: expect.stringContaining('@erased.invalid'),
        subject: '',
        sentAt: services.clock.now(),
      },
    ])
  })

  it('is found by no address that the account had before, long after that was proved', async () => {
    const [before, after] = ['first@canary.test', 'second@canary.test']
    const person = await asOwner(services, [], { email: before })
    const own = createRouterClient(signInRouter, { context: contextAs(services, person) })
    await own.requestEmailChange({ newEmail: after })
    await own.confirmEmailChange({ code: (await mailsTo(services, after))[0]?.code ?? '' })
    const [wrong, right] = ['third@canary.test', 'fourth@canary.test']
    const { userId = '' } = await inviteUser(admin, { ...asColleague, email: wrong })
    await createRouterClient(usersRouter, { context: admin }).correctEmail({ userId, version: 1, email: right })
    services.clock.advance(4 * 86_400_000)
    await deleteExpiredProofs(services)
    const later = contextAs(services, { ...actor, authenticatedAt: services.clock.now() })
    await erasePerson(later, { userId: person.userId, version: 2, confirmEmail: after })
    await erasePerson(later, { userId, version: 2, confirmEmail: right })
    for (const word of [wrong, right]) expect(await findRowsWith(services, word), word).toEqual({})
    for (const word of [before, after])
      expect(Object.keys(await findRowsWith(services, word)), word).not.toContain('outbox_mails')
  })

  it('keeps the mails of anyone who has the former address by now', async () => {
    const wrong = 'someone.else@canary.test'
    const { userId = '' } = await inviteUser(admin, { ...asColleague, email: wrong })
    await createRouterClient(usersRouter, { context: admin }).correctEmail({
      userId,
      version: 1,
      email: 'me@canary.test',
    })
    await inviteUser(admin, { ...asColleague, email: wrong })
    const mails = (await mailsTo(services, wrong)).length
    await erasePerson(admin, { userId, version: 2, confirmEmail: 'me@canary.test' })
    expect(await mailsTo(services, wrong)).toHaveLength(mails)
  })

  it('changes no figure: subscriptions, charges and redemptions stay with the id', async () => {
    const { userId } = await insertKnownPerson(services, { redemptionCount: 5 })
    const read = async () => ({
      totals: await readTotals(services, merchantScope(actor)),
      scans: await readRedemptionFigures(services, merchantScope(actor), { comparedDaysAgo: 7 }),
      subscriptions: await services.db.select().from(subscriptions),
      charges: await services.db.select().from(subscriptionCharges),
      redemptions: await services.db.select().from(redemptions),
      kept: await countKeptFigures(admin, { userId }),
    })
    const before = await read()
    expect(before.kept).toEqual({ subscriptions: 2, runningSubscriptions: 1, redemptions: 5 })
    expect(before.totals.count.active).toBe(1)
    await eraseKnown(userId)
    expect(await read()).toEqual(before)
  })

  it('leaves an application only where a merchant came of it, without what was typed and never saved', async () => {
    const { userId, merchantId } = await insertKnownPerson(services)
    await eraseKnown(userId)
    expect(await services.db.select().from(merchantApplications)).toMatchObject([
      { id: 'app_grown', userId: null, merchantId, business: { name: 'Half Moon' }, drafts: {} },
    ])
  })

  it('is audited without saying who it was', async () => {
    const { userId, merchantId } = await insertKnownPerson(services)
    await eraseKnown(userId)
    const [entry] = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.action, 'erase_user'))
    expect(entry).toMatchObject({
      targetId: userId,
      adminUserId: actor.userId,
      after: null,
      before: { role: 'merchant_owner', status: 'active', merchantIds: [merchantId] },
    })
  })
})

describe('after an erasure', () => {
  it('nothing can be done to the account any more', async () => {
    const { userId } = await insertKnownPerson(services)
    await eraseKnown(userId)
    const { version, email } = await storedUser(userId)
    const people = createRouterClient(usersRouter, { context: admin })
    const target = { userId, version }
    for (const attempt of [
      () => people.reactivate(target),
      () => people.updateRole({ ...target, role: 'merchant_viewer', merchantIds: [] }),
      () => people.correctEmail({ ...target, email: 'back@again.test' }),
      () => people.sendPasswordReset({ userId }),
      () => people.updatePerson({ ...target, displayName: marks.name, phoneNumber: '' }),
      () => people.removeSecondFactor(target),
      () => people.removePasskeys(target),
      () => people.unlinkSingleSignOn(target),
      () => people.delete({ ...target, confirmEmail: email }),
      () => erasePerson(admin, { ...target, confirmEmail: email }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'CONFLICT', reason: 'ERASED' })
    await expect(people.resendInvitation({ userId })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await storedUser(userId)).toMatchObject({ version, displayName: null })
  })

  it('neither the former nor the generated address opens it, or is mailed', async () => {
    const { userId } = await insertKnownPerson(services)
    await eraseKnown(userId)
    const { email: generated } = await storedUser(userId)
    const signIn = createRouterClient(signInRouter, { context: contextAs(services, anonymous) })
    const mails = await services.db.$count(outboxMails)
    for (const email of [marks.email, generated]) {
      await expect(signIn.withPassword({ email, password: marks.secret })).rejects.toMatchObject({
        code: 'UNAUTHORIZED',
      })
      await signIn.requestLink({ email })
      await signIn.requestPasswordReset({ email })
    }
    const outcome = await inviteUser(admin, { email: generated, ...asColleague })
    expect(outcome.success).toBe(false)
    expect(await services.db.$count(outboxMails)).toBe(mails)
  })

  it('no passkey of the person is left', async () => {
    const { userId } = await insertKnownPerson(services)
    const { authenticator } = await insertPasskey(services, userId)
    await eraseKnown(userId)
    expect(await services.db.$count(passkeys, eq(passkeys.userId, userId))).toBe(0)
    const signIn = createRouterClient(signInRouter, { context: contextAs(services, anonymous) })
    const attempt = signIn.withPasskey(await signedByPasskey(services, authenticator))
    await expect(attempt).rejects.toMatchObject({ reason: 'WRONG_PASSKEY' })
  })

  it('the address is free for a new account, which is another one', async () => {
    const { userId } = await insertKnownPerson(services)
    await eraseKnown(userId)
    const outcome = await inviteUser(admin, { email: marks.email, ...asColleague })
    expect(outcome).toMatchObject({ success: true })
    expect(outcome.userId).not.toBe(userId)
  })
})

describe('erasing is refused, with nothing changed,', () => {
  async function expectKept(userId: string, attempt: () => Promise<unknown>, refusal: object) {
    const before = await storedUser(userId)
    await expect(attempt()).rejects.toMatchObject(refusal)
    expect(await storedUser(userId)).toEqual(before)
  }

  it('for the owner on record, naming the merchants', async () => {
    const { id, email } = await insertUser(services, { role: 'merchant_owner' })
    await insertMerchant(services, { name: 'Bell Bar', ownerId: id })
    await expectKept(id, () => erasePerson(admin, { userId: id, version: 1, confirmEmail: email }), {
      code: 'CONFLICT',
      reason: 'OWNS_MERCHANT',
      message: expect.stringContaining('Bell Bar'),
    })
  })

  it('for oneself', async () => {
    const own = { userId: actor.userId, version: 1, confirmEmail: actor.email }
    await expectKept(actor.userId, () => erasePerson(admin, own), { reason: 'SELF' })
  })

  it('without a sign-in of the last five minutes', async () => {
    const { id, email } = await insertUser(services)
    const input = { userId: id, version: 1, confirmEmail: email }
    services.clock.advance(5 * 60_000 + 1)
    await expectKept(id, () => erasePerson(admin, input), { code: 'FORBIDDEN', reason: 'SIGN_IN_AGAIN' })
  })

  it('without the address typed, or with the version of yesterday', async () => {
    const { id, email } = await insertUser(services)
    for (const confirmEmail of ['', email.slice(1), `${email} x`])
      await expectKept(id, () => erasePerson(admin, { userId: id, version: 1, confirmEmail }), {
        reason: 'CONFIRM_EMAIL',
      })
    const stale = () => erasePerson(admin, { userId: id, version: 2, confirmEmail: email })
    await expectKept(id, stale, { reason: 'STALE_VERSION' })
  })

  it('to everybody but administrators, and for no one', async () => {
    const { id, email } = await insertUser(services)
    const owner = contextAs(services, await asOwner(services, ['mer_1']))
    await expectKept(id, () => erasePerson(owner, { userId: id, version: 1, confirmEmail: email }), {
      code: 'FORBIDDEN',
    })
    const missing = { userId: 'usr_missing', version: 1, confirmEmail: email }
    await expect(erasePerson(admin, missing)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('to an owner without asking first to sign in again, which would not help', async () => {
    const { id, email } = await insertUser(services)
    const owner = contextAs(services, await asOwner(services, ['mer_1']))
    services.clock.advance(5 * 60_000 + 1)
    const attempt = () => erasePerson(owner, { userId: id, version: 1, confirmEmail: email })
    await expectKept(id, attempt, { code: 'FORBIDDEN', reason: 'ROLE' })
  })
})
