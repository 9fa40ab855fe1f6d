import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { merchantApplications } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { approveRegistration } from '@quaff/features/users/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { isOnPostgres } from '@quaff/platform/testing/test-database'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { applicantContext, filledSignup } from '../testing/signup-factory'
import { approveSignup, rejectSignup } from './decide-signup'
import { getSignup, getVenueSignup, listSignups } from './read-signups'
import { submitSignup } from './submit-signup'
import { merchantSignups } from './tables'

let services: TestServices
let admin: TestContext
let addresses = 0
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
})

async function applied(kind: 'signup' | 'convert' = 'signup', details = {}) {
  const email = kind === 'convert' ? (await insertUser(services)).email : `applicant${++addresses}@venue.test`
  await submitSignup(applicantContext(services), await filledSignup(services, email, { kind, ...details }))
  const [signup] = await services.db.select().from(merchantSignups).where(eq(merchantSignups.email, email))
  return signup!
}
const accountOf = async (id: string) => (await services.db.select().from(users).where(eq(users.id, id)))[0]
const auditsOf = async (id: string) =>
  (await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))).map(({ action }) => action)
const key = ({ id: signupId, version }: { id: string; version: number }) => ({ signupId, version })

describe('an application is approved', () => {
  it('by inviting the applicant as the owner of a new venue', async () => {
    const signup = await applied()
    await approveSignup(admin, key(signup))
    expect(await accountOf(signup.userId)).toMatchObject({
      role: 'merchant_owner',
      status: 'pending',
      applicationId: signup.applicationId,
    })
    const [mail] = await mailsTo(services, signup.email)
    expect(mail).toMatchObject({
      template: 'invitation',
      subject: 'Your application to Quaff was approved · 12:01:00 PM UTC',
    })
    expect(mail?.text).toContain('Your application for Half Moon Café was approved.')
    expect(await getSignup(admin, { signupId: signup.id })).toMatchObject({ status: 'approved', version: 2 })
    expect(await auditsOf(signup.id)).toEqual(['approve_signup'])
  })

  it('and its terms are known of the merchant that came of it, to administrators', async () => {
    const signup = await applied()
    const { id: merchantId } = await insertMerchant(services)
    const application = eq(merchantApplications.id, signup.applicationId)
    expect(await getVenueSignup(admin, { merchantId })).toBeNull()
    await services.db.update(merchantApplications).set({ merchantId }).where(application)
    const known = { id: signup.id, termsVersion: 1, createdAt: signup.createdAt }
    expect(await getVenueSignup(admin, { merchantId })).toEqual(known)
    const owner = contextAs(services, await asOwner(services, [merchantId]))
    await expect(getVenueSignup(owner, { merchantId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('§G23 §0023 on the screen of users too: both say the same', async () => {
    const signup = await applied()
    await approveRegistration(admin, { userId: signup.userId, merchantIds: [] })
    expect(await getSignup(admin, { signupId: signup.id })).toMatchObject({ status: 'approved' })
    await expect(approveSignup(admin, key(signup))).rejects.toMatchObject({ code: 'CONFLICT', reason: 'STATE' })
    const waiting = await listSignups(admin, { status: 'submitted', limit: 100 })
    expect(waiting.rows.map(({ id }) => id)).not.toContain(signup.id)
  })

  it('§0023 by making a customer an owner at once, who keeps the account', async () => {
    const signup = await applied('convert')
    await approveSignup(admin, key(signup))
    expect(await accountOf(signup.userId)).toMatchObject({
      role: 'merchant_owner',
      status: 'active',
      applicationId: signup.applicationId,
    })
    const [mail] = await mailsTo(services, signup.email)
    expect(mail).toMatchObject({ template: 'venue_owner' })
    expect(mail?.link).toContain('/auth/login')
  })

  it('once: of ten approvals and rejections at the same time one wins', async () => {
    const signup = await applied()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0 ? approveSignup(admin, key(signup)) : rejectSignup(admin, { ...key(signup), reason: 'No' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await auditsOf(signup.id)).toHaveLength(1)
  })
})

describe('an application that is on two screens', () => {
  it.runIf(isOnPostgres)('is decided on one of them, and neither waits for the other in a circle', async () => {
    for (let round = 0; round < 20; round += 1) {
      const signup = await applied()
      const lines = services.log.lines.length
      const ways = [
        () => approveSignup(admin, key(signup)),
        () => approveRegistration(admin, { userId: signup.userId, merchantIds: [] }),
      ]
      const outcomes = await Promise.allSettled((round % 2 === 0 ? ways : ways.toReversed()).map((way) => way()))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toMatchObject([
        { code: 'CONFLICT', reason: 'STATE' },
      ])
      const invitations = (await mailsTo(services, signup.email)).filter(({ template }) => template === 'invitation')
      expect(invitations).toHaveLength(1)
      expect(await getSignup(admin, { signupId: signup.id })).toMatchObject({ status: 'approved' })
      expect(services.log.lines.slice(lines)).toEqual([])
    }
  })
})

describe('an application is rejected', () => {
  it('for good, with the reason by mail, as text', async () => {
    const signup = await applied()
    await rejectSignup(admin, { ...key(signup), reason: '<b>Too far away</b>' })
    const reviewer = await accountOf(admin.actor.kind === 'user' ? admin.actor.userId : '')
    expect(await accountOf(signup.userId)).toMatchObject({ status: 'rejected', role: 'customer' })
    expect(await getSignup(admin, { signupId: signup.id })).toMatchObject({
      status: 'rejected',
      rejectionReason: '<b>Too far away</b>',
      reviewedBy: reviewer?.displayName,
    })
    const [mail] = await mailsTo(services, signup.email)
    expect(mail?.subject).toBe('Your Quaff application wasn’t approved')
    expect(mail?.text).toContain('Half Moon Café')
    expect(mail?.html).toContain('&lt;b&gt;Too far away')
    expect(mail?.html).not.toContain('<b>Too far')
  })

  it('§0023 and a customer stays what they are', async () => {
    const signup = await applied('convert')
    await rejectSignup(admin, { ...key(signup), reason: 'Too far away' })
    expect(await accountOf(signup.userId)).toMatchObject({ role: 'customer', status: 'active', applicationId: null })
    const [mail] = await mailsTo(services, signup.email)
    expect(mail).toMatchObject({ template: 'conversion_rejected' })
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('. Your account and any passes aren’t affected.')
  })

  it('not after a customer was made an owner of it, who is mailed nothing then', async () => {
    const signup = await applied('convert')
    await approveSignup(admin, key(signup))
    const again = { signupId: signup.id, version: 2, reason: 'Too late' }
    await expect(rejectSignup(admin, again)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'STATE' })
    expect(await getSignup(admin, { signupId: signup.id })).toMatchObject({ status: 'approved', version: 2 })
    expect((await mailsTo(services, signup.email)).map(({ template }) => template)).not.toContain('conversion_rejected')
  })
})

describe('applications', () => {
  it('§G23 are read by administrators only', async () => {
    const signup = await applied()
    for (const actor of [await asOwner(services, ['mer_1']), await asViewer(services, ['mer_1'])]) {
      const ctx = contextAs(services, actor)
      for (const attempt of [
        listSignups(ctx, { limit: 20 }),
        getSignup(ctx, { signupId: signup.id }),
        approveSignup(ctx, key(signup)),
        rejectSignup(ctx, { ...key(signup), reason: 'No' }),
      ])
        await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    await expect(getSignup(contextAs(services), { signupId: signup.id })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })

  it('show the applications newest first, page by page', async () => {
    const [older, newer] = [await applied(), await applied('signup', { contactName: '=1+1 <script>' })]
    const first = await listSignups(admin, { limit: 1 })
    expect(first.rows[0]).toMatchObject({ id: newer.id, contactName: '=1+1 <script>' })
    const second = await listSignups(admin, { limit: 1, cursor: first.nextCursor })
    expect(second.rows[0]).toMatchObject({ id: older.id })
    expect(await getSignup(admin, { signupId: newer.id })).toMatchObject({
      businessType: 'coffee_shop',
      phone: '+1 555 0100',
      firstPass: 'daily',
      address: { city: 'Springfield' },
    })
  })

  it('are found by business, person, address and the reference of the mail, and by nothing else', async () => {
    const [wanted, other] = [await applied(), await applied()]
    const { reference } = await getSignup(admin, { signupId: wanted.id })
    const found = async (q: string) => (await listSignups(admin, { q, limit: 100 })).rows.map(({ id }) => id)
    for (const q of [reference, reference.toLowerCase().replace('-', ' '), wanted.email.toUpperCase()])
      expect(await found(q)).toEqual([wanted.id])
    for (const q of [wanted.businessName, wanted.contactName])
      expect(await found(q)).toEqual(expect.arrayContaining([wanted.id, other.id]))
    expect(await found('unknown-of-that-name')).toEqual([])
    expect(await listSignups(admin, { q: reference, status: 'approved', limit: 20 })).toMatchObject({ total: 0 })
  })

  it('that were changed, gone or of another version are refused', async () => {
    const signup = await applied()
    await expect(approveSignup(admin, { signupId: signup.id, version: 2 })).rejects.toMatchObject({
      reason: 'STALE_VERSION',
    })
    for (const attempt of [
      () => approveSignup(admin, { signupId: 'sgn_gone', version: 1 }),
      () => getSignup(admin, { signupId: 'sgn_gone' }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'SIGNUP' })
    await services.db.delete(merchantApplications).where(eq(merchantApplications.id, signup.applicationId))
    expect(await getSignup(admin, { signupId: signup.id })).toMatchObject({ businessType: null, address: {} })
  })
})
