import { createRouterClient } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { merchantApplications } from '@quaff/features/merchants/tables'
import { signInRouter } from '@quaff/features/sign-in/server'
import { insertUser, type UserDetails } from '@quaff/features/users/testing/user-factory'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { newFields } from '../fields-rules'
import { answersFor, buildField } from '../testing/field-factory'
import { insertLiveForm, insertSubmission } from '../testing/form-factory'
import { approveSubmission, rejectSubmission } from './decide-submission'
import { countSubmissionsByStatus, getSubmission, listSubmissions } from './read-submissions'

let services: TestServices
let admin: TestContext
let formId: string
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
  const fields = [
    ...newFields(),
    buildField({ id: 'web', kind: 'website' }),
    buildField({ id: 'where', kind: 'address' }),
  ]
  formId = (await insertLiveForm(services, { fields, category: 'bakery' })).id
})

const sent = (details: Partial<Parameters<typeof insertSubmission>[1]> = {}) =>
  insertSubmission(services, { formId, ...details })
async function sentBy(details: UserDetails) {
  const { id, email } = await insertUser(services, details)
  return { userId: id, submission: await sent({ email }) }
}
const key = ({ id: submissionId, version }: { id: string; version: number }) => ({ submissionId, version })
const read = (id: string) => getSubmission(admin, { submissionId: id })
const accountOf = async (email: string) => (await services.db.select().from(users).where(eq(users.email, email)))[0]
const applicationOf = async (id: string | null | undefined) =>
  (
    await services.db
      .select()
      .from(merchantApplications)
      .where(eq(merchantApplications.id, id ?? ''))
  )[0]
const auditsOf = async (id: string) =>
  (await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))).map(({ action }) => action)

describe('an approved submission', () => {
  it('invites the sender as owner of a merchant, prefilled with the answers', async () => {
    const answers = [
      ...answersFor('ana@approved.test', '<b>Half Moon</b>'),
      { fieldId: 'web', value: 'https://halfmoon.test' },
      { fieldId: 'where', value: '1 High Street' },
    ]
    const submission = await sent({ email: 'ana@approved.test', businessName: '<b>Half Moon</b>', answers })
    await approveSubmission(admin, key(submission))
    const account = await accountOf('ana@approved.test')
    expect(account).toMatchObject({ role: 'merchant_owner', status: 'pending', emailVerified: false })
    const application = await applicationOf(account?.applicationId)
    expect(application).toMatchObject({
      userId: account?.id,
      status: 'pending_setup',
      business: {
        name: '<b>Half Moon</b>',
        email: 'ana@approved.test',
        website: 'https://halfmoon.test',
        address: { line1: '1 High Street' },
        businessType: 'bakery',
      },
    })
    expect(await read(submission.id)).toMatchObject({ status: 'approved', userId: account?.id, version: 2 })
    expect(await auditsOf(submission.id)).toEqual(['approve_submission'])
    const [mail] = await mailsTo(services, 'ana@approved.test')
    expect(mail).toMatchObject({ template: 'invitation' })
    const token = new URL(mail?.link ?? '').searchParams.get('token') ?? ''
    const stranger = createRouterClient(signInRouter, { context: contextAs(services) })
    expect(await stranger.completeLink({ email: 'ana@approved.test', token })).toMatchObject({
      session: { user: { uid: account?.id, role: 'merchant_owner' } },
    })
  })

  it('of a customer makes them an owner immediately, with the same account', async () => {
    const { userId, submission } = await sentBy({ role: 'customer', status: 'active' })
    await approveSubmission(admin, key(submission))
    const account = await accountOf(submission.email)
    expect(account).toMatchObject({ id: userId, role: 'merchant_owner', status: 'active' })
    expect(await applicationOf(account?.applicationId)).toMatchObject({ business: { name: submission.businessName } })
    expect((await mailsTo(services, submission.email))[0]).toMatchObject({ template: 'venue_owner' })
  })

  it('of a registered user approves the registration', async () => {
    const { userId, submission } = await sentBy({ role: 'customer', status: 'pending_approval' })
    await approveSubmission(admin, key(submission))
    const account = await accountOf(submission.email)
    expect(account).toMatchObject({ id: userId, role: 'merchant_owner', status: 'pending' })
    expect(await applicationOf(account?.applicationId)).toMatchObject({ userId })
  })

  it('of an earlier applicant keeps that application', async () => {
    const { submission } = await sentBy({ role: 'customer', status: 'pending_approval', applicationId: 'app_kept' })
    await approveSubmission(admin, key(submission))
    expect(await accountOf(submission.email)).toMatchObject({ status: 'pending', applicationId: 'app_kept' })
  })

  it.each([
    { role: 'merchant_owner', status: 'active' },
    { role: 'merchant_viewer', status: 'active' },
    { role: 'quaff_admin', status: 'active' },
    { role: 'merchant_owner', status: 'pending' },
    { role: 'customer', status: 'suspended' },
    { role: 'customer', status: 'rejected' },
    { role: 'customer', status: 'active', applicationId: 'app_1' },
  ])('is refused with the obstacle for %j, and changes nothing', async (details) => {
    const { submission } = await sentBy(details)
    const before = await accountOf(submission.email)
    const { obstacle } = await read(submission.id)
    expect(obstacle).toEqual(expect.any(String))
    await expect(approveSubmission(admin, key(submission))).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'OBSTACLE',
      message: obstacle,
    })
    expect(await accountOf(submission.email)).toEqual(before)
    expect(await read(submission.id)).toMatchObject({ status: 'submitted', version: 1 })
    expect([await auditsOf(submission.id), await mailsTo(services, submission.email)]).toEqual([[], []])
  })

  it('without its questions is not found, and invites no one', async () => {
    const submission = await sent({ formVersion: 9 })
    const refusal = { code: 'NOT_FOUND', reason: 'SUBMISSION' }
    await expect(approveSubmission(admin, key(submission))).rejects.toMatchObject(refusal)
    expect(await accountOf(submission.email)).toBeUndefined()
  })

  it('twice for one email creates one merchant', async () => {
    const [one, other] = [await sent({ email: 'twice@venue.test' }), await sent({ email: 'twice@venue.test' })]
    const outcomes = await Promise.allSettled([one, other].map((each) => approveSubmission(admin, key(each))))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await mailsTo(services, 'twice@venue.test')).toHaveLength(1)
  })
})

describe('a rejected submission', () => {
  it('emails the reason as text, and creates no account', async () => {
    const submission = await sent({ businessName: 'Half <i>Moon' })
    await rejectSubmission(admin, { ...key(submission), reason: '<b>Too far</b>\nBcc: x' })
    expect(await read(submission.id)).toMatchObject({
      status: 'rejected',
      rejectionReason: '<b>Too far</b> Bcc: x',
      obstacle: null,
      userId: null,
      reviewedBy: expect.any(String),
    })
    expect(await accountOf(submission.email)).toBeUndefined()
    const mails = await mailsTo(services, submission.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.html).toContain('&lt;b&gt;Too far')
    expect(mails[0]?.html).not.toContain('<b>Too far')
    expect(await auditsOf(submission.id)).toEqual(['reject_submission'])
  })

  it('is final: of ten concurrent decisions one wins', async () => {
    const submission = await sent()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0
          ? approveSubmission(admin, key(submission))
          : rejectSubmission(admin, { ...key(submission), reason: 'No' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await auditsOf(submission.id)).toHaveLength(1)
    expect(await mailsTo(services, submission.email)).toHaveLength(1)
    const again = { submissionId: submission.id, version: 2 }
    await expect(approveSubmission(admin, again)).rejects.toMatchObject({ reason: 'STATE' })
    await expect(rejectSubmission(admin, { ...again, reason: 'No' })).rejects.toMatchObject({ reason: 'STATE' })
  })

  it('with a stale or missing version is refused', async () => {
    const submission = await sent()
    const attempt = (details: object) => rejectSubmission(admin, { ...key(submission), reason: 'No', ...details })
    await expect(attempt({ version: 2 })).rejects.toMatchObject({ reason: 'STALE_VERSION' })
    await expect(attempt({ submissionId: 'sub_gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the inbox', () => {
  it('lists submissions newest first, and filters by form, status and text', async () => {
    const { id } = await insertLiveForm(services)
    const older = await sent({ formId: id, businessName: 'Café 100%_', status: 'approved' })
    services.clock.advance(1_000)
    const newer = await sent({ formId: id, businessName: 'Bar Łódź', email: 'find.me@venue.test' })
    const ids = async (filter: object) =>
      (await listSubmissions(admin, { formId: id, limit: 20, ...filter })).rows.map((row) => row.id)
    expect(await ids({})).toEqual([newer.id, older.id])
    expect(await ids({ status: 'approved' })).toEqual([older.id])
    expect(await ids({ q: 'łódź' })).toEqual([newer.id])
    expect(await ids({ q: 'FIND.me@' })).toEqual([newer.id])
    expect(await ids({ q: '0%_' })).toEqual([older.id])
    expect(await ids({ q: 'x_' })).toEqual([])
    expect(await countSubmissionsByStatus(admin, { formId: id })).toEqual({
      all: 2,
      submitted: 1,
      approved: 1,
      rejected: 0,
    })
    const first = await listSubmissions(admin, { formId: id, limit: 1 })
    const second = await listSubmissions(admin, { formId: id, limit: 1, cursor: first.nextCursor })
    expect([first.total, second.rows[0]?.id]).toEqual([2, older.id])
  })

  it('§1 is for administrators', async () => {
    const submission = await sent()
    for (const actor of [await asOwner(services, ['mer_1']), await asViewer(services, ['mer_1'])]) {
      const ctx = contextAs(services, actor)
      for (const attempt of [
        () => listSubmissions(ctx, { limit: 20 }),
        () => countSubmissionsByStatus(ctx, {}),
        () => getSubmission(ctx, { submissionId: submission.id }),
        () => approveSubmission(ctx, key(submission)),
        () => rejectSubmission(ctx, { ...key(submission), reason: 'No' }),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })
})
