import { createRouterClient } from '@orpc/server'
import { eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { affiliateLinks } from '@quaff/features/affiliates/tables'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { purgeFormImages, readFormImage } from '@quaff/features/signup-forms/server'
import { signupForms, signupSubmissions, signupUploads } from '@quaff/features/signup-forms/tables'
import { signupRouter } from '@quaff/features/signup/server'
import { merchantSignups } from '@quaff/features/signup/tables'
import { insertSignup } from '@quaff/features/signup/testing/signup-factory'
import { subscriptionAffiliates } from '@quaff/features/subscriptions/tables'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { waitlistEntries } from '@quaff/features/waitlists/tables'
import { insertEntry, insertWaitlist } from '@quaff/features/waitlists/testing/waitlist-factory'
import { outboxMails } from '@quaff/platform/server/tables'
import { asAdmin } from '@quaff/platform/testing/actors'
import { memoryFiles } from '@quaff/platform/testing/files/memory-files'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertKnownPerson, marks } from '../testing/known-person-factory'
import { erasePerson } from './erase-person'

const files = memoryFiles()
let services: TestServices
let admin: TestContext
beforeEach(async () => {
  services = await createTestServices({ files })
  admin = contextAs(services, await asAdmin(services))
  return () => services.close()
})

const erase = (userId: string, confirmEmail: string = marks.email) =>
  erasePerson(admin, { userId, version: 1, confirmEmail })
async function entry(id: string) {
  const [row] = await services.db.select().from(waitlistEntries).where(eq(waitlistEntries.id, id))
  return row
}
async function signup(id: string) {
  const [row] = await services.db.select().from(merchantSignups).where(eq(merchantSignups.id, id))
  return row
}
const blank = { email: expect.stringMatching(/@erased\.invalid$/), businessName: 'Erased person' }

describe('of an erased person', () => {
  it('no place on a waitlist is left, and their friends keep place and count', async () => {
    const { userId, sent } = await insertKnownPerson(services)
    await erase(userId)
    expect(await entry(sent.entryId)).toBeUndefined()
    expect(await entry(sent.referrerId)).toMatchObject({ referralCount: 1, version: 1 })
    expect(await entry(sent.friendId)).toMatchObject({ status: 'waiting' })
  })

  it('a submission stays as a row that says nothing; one that waited is answered, without a mail', async () => {
    const { userId, sent } = await insertKnownPerson(services)
    const mails = await services.db.$count(outboxMails, eq(outboxMails.toAddress, marks.email))
    expect(mails).toBeGreaterThan(0)
    await erase(userId)
    expect(await services.db.select().from(signupSubmissions)).toMatchObject([
      { id: sent.submissionId, ...blank, answers: [], status: 'rejected', rejectionReason: null, version: 2 },
    ])
    expect(await services.db.select().from(signupForms)).toMatchObject([{ ownerEmail: null, version: 2 }])
    expect(await services.db.$count(outboxMails, eq(outboxMails.template, 'form_rejected'))).toBe(0)
  })

  it('an approved submission stays approved', async () => {
    const { userId } = await insertKnownPerson(services)
    const reviewedAt = new Date('2026-01-02T03:04:05Z')
    await services.db
      .update(signupSubmissions)
      .set({ status: 'approved', userId, email: 'other@canary.test', reviewedAt })
    await erase(userId)
    expect(await services.db.select().from(signupSubmissions)).toMatchObject([
      { ...blank, answers: [], status: 'approved', reviewedAt },
    ])
  })

  it('pictures are shown to no one at once, and the next clearing away removes the files', async () => {
    const { userId, sent } = await insertKnownPerson(services)
    for (const id of sent.pictures) await files.put(`forms/${id}.webp`, new Uint8Array([1]), 'image/webp')
    const [shown = ''] = sent.pictures
    expect(await readFormImage(admin, shown)).not.toBeNull()
    await erase(userId)
    expect(await readFormImage(admin, shown)).toBeNull()
    await purgeFormImages(services)
    expect(await services.db.$count(signupUploads)).toBe(0)
    for (const id of sent.pictures) expect(files.contents.has(`forms/${id}.webp`)).toBe(false)
  })

  it('an application says nothing, and that the account was accepted', async () => {
    const { userId, sent } = await insertKnownPerson(services)
    await erase(userId)
    expect(await signup(sent.signupId)).toMatchObject({
      ...blank,
      contactName: 'Erased person',
      status: 'approved',
      affiliateCode: 'SPRING',
      userId,
    })
  })

  it.each([
    ['pending_approval', 'rejected'],
    ['rejected', 'rejected'],
    ['active', 'approved'],
  ] as const)('whose account was %s, an application no one answered here reads %s', async (status, shown) => {
    const { id, userId, email } = await insertSignup(services)
    await services.db.update(users).set({ status }).where(eq(users.id, userId))
    await erase(userId, email)
    const { rows } = await createRouterClient(signupRouter, { context: admin }).list({})
    expect(rows).toMatchObject([{ id, status: shown, contactName: 'Erased person' }])
  })

  it('codes and proofs of the mailbox are gone, links of theirs are no one’s, and figures stay', async () => {
    const { userId } = await insertKnownPerson(services)
    await erase(userId)
    expect(await services.db.$count(oneTimeSecrets, isNull(oneTimeSecrets.userId))).toBe(0)
    expect(await services.db.select().from(affiliateLinks)).toMatchObject([{ createdBy: null, status: 'active' }])
    expect(await services.db.select().from(subscriptionAffiliates)).toMatchObject([{ userId, code: 'SPRING' }])
  })

  it('goes what stood under an address before, unless another user has it by now', async () => {
    const person = await insertUser(services)
    const other = await insertUser(services)
    const { id: waitlistId } = await insertWaitlist(services)
    const before = await insertEntry(services, { waitlistId, email: 'before@canary.test' })
    const others = await insertEntry(services, { waitlistId, email: other.email })
    for (const formerAddress of ['before@canary.test', other.email])
      await services.db
        .insert(userActivity)
        .values({
          id: services.ids.newId('act'),
          userId: person.id,
          action: 'email_changed',
          details: { formerAddress },
          occurredAt: services.clock.now(),
          userAgent: '',
        })
    await erase(person.id, person.email)
    expect(await entry(before.id)).toBeUndefined()
    expect(await entry(others.id)).toBeDefined()
  })
})

it('a refused erasure leaves all of it', async () => {
  const { userId, sent } = await insertKnownPerson(services)
  await expect(erase(userId, 'wrong@canary.test')).rejects.toMatchObject({ reason: 'CONFIRM_EMAIL' })
  expect(await entry(sent.entryId)).toMatchObject({ name: marks.name })
  expect(await signup(sent.signupId)).toMatchObject({ contactName: marks.name, status: 'submitted' })
  expect(await services.db.select().from(signupSubmissions)).toMatchObject([{ businessName: marks.name }])
  expect(await services.db.select().from(affiliateLinks)).toMatchObject([{ createdBy: userId }])
})

it('at the same time as the approval of their application, neither waits for the other for ever', async () => {
  const client = createRouterClient(signupRouter, { context: admin })
  for (let round = 0; round < 6; round += 1) {
    const { id, userId, email } = await insertSignup(services)
    const [approved, erased] = await Promise.allSettled([
      client.approve({ signupId: id, version: 1 }),
      erase(userId, email),
    ])
    for (const outcome of [approved, erased])
      if (outcome.status === 'rejected') expect(['STATE', 'STALE_VERSION']).toContain(Object(outcome.reason).reason)
    expect((await signup(id))?.status).not.toBe('submitted')
  }
})
