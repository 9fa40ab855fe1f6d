import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { verifyEmail } from '@quaff/features/sign-in/testing/mailbox-proof-factory'
import { insertLiveForm, insertSubmission } from '@quaff/features/signup-forms/testing/form-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs, outboxMails } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertEntry, insertWaitlist } from '../testing/waitlist-factory'
import { forgetEntry } from './change-entries'
import { waitlistEntries } from './tables'

let services: TestServices
let admin: UserActor
beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
})

const ctx = () => contextAs(services, admin)
const isThere = async (id: string) => (await services.db.$count(waitlistEntries, eq(waitlistEntries.id, id))) === 1
const mailsTo = (email: string) => services.db.$count(outboxMails, eq(outboxMails.toAddress, email))
const proofsOf = (email: string) =>
  services.db.$count(
    oneTimeSecrets,
    and(eq(oneTimeSecrets.subject, email), eq(oneTimeSecrets.purpose, 'proof:waitlist')),
  )

async function person(email: string) {
  const { id: waitlistId } = await insertWaitlist(services)
  const referrer = await insertEntry(services, { waitlistId, referralCount: 1 })
  const entry = await insertEntry(services, { waitlistId, email, name: 'Quillon', referredBy: referrer.id })
  await verifyEmail(contextAs(services, undefined, { network: email }), email, 'waitlist')
  return { input: { waitlistId, entryId: entry.id, version: 1 }, referrer }
}

describe('deleting someone from a waitlist for good', () => {
  it('leaves no row, no mail and no proof, and says in the log only that it was done', async () => {
    const email = 'quillon@canary.test'
    const { input, referrer } = await person(email)
    expect([await mailsTo(email), await proofsOf(email)]).toEqual([1, 1])
    await forgetEntry(ctx(), input)
    expect(await isThere(input.entryId)).toBe(false)
    expect([await mailsTo(email), await proofsOf(email)]).toEqual([0, 0])
    const [kept] = await services.db.select().from(waitlistEntries).where(eq(waitlistEntries.id, referrer.id))
    expect(kept).toMatchObject({ referralCount: 1, version: 1 })
    const log = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, input.entryId))
    expect(log).toMatchObject([
      { action: 'forget_waitlist_entry', before: { status: 'waiting', waitlistId: input.waitlistId }, after: null },
    ])
    expect(JSON.stringify(log)).not.toMatch(/quillon/i)
  })

  it('leaves the mails of an address that has an account', async () => {
    const { email } = await insertUser(services)
    const { input } = await person(email)
    await forgetEntry(ctx(), input)
    expect(await isThere(input.entryId)).toBe(false)
    expect([await mailsTo(email), await proofsOf(email)]).toEqual([1, 1])
  })

  it('leaves the emails of an address that is on another list or in a filled form', async () => {
    const [listed, sent] = ['listed@canary.test', 'sent@canary.test']
    const { id: waitlistId } = await insertWaitlist(services)
    await insertEntry(services, { waitlistId, email: listed })
    await insertSubmission(services, { formId: (await insertLiveForm(services)).id, email: sent })
    for (const email of [listed, sent]) {
      const { input } = await person(email)
      await forgetEntry(ctx(), input)
      expect(await mailsTo(email), email).toBe(1)
    }
    expect(await services.db.$count(waitlistEntries, eq(waitlistEntries.email, listed))).toBe(1)
  })

  it('is refused to owners, for another list, for no one, and with the version of yesterday', async () => {
    const { input } = await person('stays@canary.test')
    const owner = contextAs(services, await asOwner(services, ['mer_1']))
    await expect(forgetEntry(owner, input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const { id: waitlistId } = await insertWaitlist(services)
    for (const wrong of [{ waitlistId }, { entryId: 'wle_missing' }])
      await expect(forgetEntry(ctx(), { ...input, ...wrong })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(forgetEntry(ctx(), { ...input, version: 2 })).rejects.toMatchObject({ reason: 'STALE_VERSION' })
    expect(await isThere(input.entryId)).toBe(true)
    expect(await mailsTo('stays@canary.test')).toBe(1)
  })
})
