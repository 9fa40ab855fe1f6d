import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { userMerchants } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { sessions } from '@quaff/features/sessions/tables'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asViewer } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import {
  buildBusiness,
  completeOtherSteps,
  contextOf,
  insertApplicant,
  insertVenueOfOwner,
  readApplication,
  readMerchant,
  signedInAs,
  type Applicant,
} from '../testing/venue-factory'
import { getOnboardingState } from './onboarding-state'
import { requestApproval } from './request-approval'
import { saveBusiness } from './save-business'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(() => services.database.truncate())

async function readyVenue(): Promise<{ applicant: Applicant; merchantId: string }> {
  const applicant = await insertApplicant(services)
  const ctx = await signedInAs(services, applicant)
  const { merchantId } = await saveBusiness(ctx, { merchantId: applicant.applicationId, business: buildBusiness() })
  await completeOtherSteps(services, merchantId)
  return { applicant, merchantId }
}
const requests = (merchantId: string) =>
  services.db
    .select()
    .from(adminAuditLogs)
    .where(and(eq(adminAuditLogs.action, 'request_approval'), eq(adminAuditLogs.targetId, merchantId)))

describe('Request approval', () => {
  it('§4 makes it pending_review with needsReview, and the merchant one of its owner’s', async () => {
    const { applicant, merchantId } = await readyVenue()
    const answer = await requestApproval(await signedInAs(services, applicant), { merchantId })
    expect(answer).toEqual({ merchantId, submittedAt: services.clock.now() })
    expect(await readMerchant(services, merchantId)).toMatchObject({
      status: 'pending_review',
      needsReview: true,
      applicationStatus: 'submitted',
      changeRequest: null,
    })
    expect(await readApplication(services, applicant.applicationId)).toMatchObject({
      status: 'submitted',
      submittedAt: services.clock.now(),
    })
    expect((await signedInAs(services, applicant)).actor).toMatchObject({
      merchantIds: [merchantId],
      applicationId: null,
    })
    expect(await requests(merchantId)).toMatchObject([
      { before: { status: 'pending' }, after: { status: 'pending_review', applicationStatus: 'submitted' } },
    ])
  })

  it('§G15 leaves the one who asks signed in and ends the other sessions', async () => {
    const { applicant, merchantId } = await readyVenue()
    const now = services.clock.now()
    await services.db
      .insert(sessions)
      .values({
        id: 'ses_other',
        tokenHash: services.secrets.hash('other'),
        userId: applicant.userId,
        createdAt: now,
        lastSeenAt: now,
        authenticatedAt: now,
        expiresAt: new Date(now.getTime() + 3_600_000),
      })
    await requestApproval(await signedInAs(services, applicant), { merchantId })
    expect(await contextOf(services, applicant)).not.toBeNull()
    expect(await contextOf(services, { sessionId: 'other' })).toBeNull()
  })

  it('writes to the owner and to the active administrators', async () => {
    const admin = await asAdmin(services)
    const gone = await asAdmin(services, { status: 'suspended' })
    const { applicant, merchantId } = await readyVenue()
    await requestApproval(await signedInAs(services, applicant), { merchantId })
    expect(await mailsTo(services, applicant.email)).toMatchObject([
      { template: 'application-submitted', link: expect.stringContaining(`?openMerchant=${merchantId}`) },
    ])
    const [toAdmin] = await mailsTo(services, admin.email)
    expect(toAdmin).toMatchObject({ template: 'venue-waits' })
    expect(toAdmin?.link).toContain(merchantId)
    expect(await mailsTo(services, gone.email)).toEqual([])
  })

  it('counts once, twice in a row and twenty at once', async () => {
    const { applicant, merchantId } = await readyVenue()
    const ctx = await signedInAs(services, applicant)
    const answers = await Promise.all(Array.from({ length: 20 }, () => requestApproval(ctx, { merchantId })))
    services.clock.advance(60_000)
    const late = await requestApproval(await signedInAs(services, applicant), { merchantId })
    expect(new Set([...answers, late].map(({ submittedAt }) => submittedAt.getTime())).size).toBe(1)
    expect(await requests(merchantId)).toHaveLength(1)
    expect(await mailsTo(services, applicant.email)).toHaveLength(1)
    expect(await services.db.select().from(userMerchants)).toHaveLength(1)
  })

  it('names the steps that are missing and changes nothing', async () => {
    const applicant = await insertApplicant(services)
    const ctx = await signedInAs(services, applicant)
    const { merchantId } = await saveBusiness(ctx, { merchantId: applicant.applicationId, business: buildBusiness() })
    const attempt = requestApproval(await signedInAs(services, applicant), { merchantId })
    await expect(attempt).rejects.toMatchObject({
      reason: 'MISSING_STEPS',
      message:
        'Complete “Add Locations”, “Create Subscription Plans”, and “Configure Banking” first, then request approval.',
    })
    expect(await readMerchant(services, merchantId)).toMatchObject({ status: 'pending', needsReview: false })
  })

  it('is refused before the Business Profile is saved', async () => {
    const applicant = await insertApplicant(services)
    const attempt = requestApproval(await signedInAs(services, applicant), { merchantId: applicant.applicationId })
    await expect(attempt).rejects.toMatchObject({ reason: 'NO_PROFILE' })
  })

  it('is refused to viewers, and for a foreign venue as for a missing one', async () => {
    const { merchantId } = await readyVenue()
    const viewer = contextAs(services, await asViewer(services, [merchantId]))
    await expect(requestApproval(viewer, { merchantId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const stranger = await signedInAs(services, await insertApplicant(services))
    const refusals = await Promise.all(
      [merchantId, 'mer_missing'].map((id) =>
        requestApproval(stranger, { merchantId: id }).catch((error: unknown) => error),
      ),
    )
    expect(refusals[0]).toMatchObject({ code: 'NOT_FOUND', reason: 'MERCHANT' })
    expect(refusals[0]).toEqual(refusals[1])
  })

  it.each(['active', 'suspended', 'rejected', 'archived'])('is refused when the merchant is %s', async (status) => {
    const { merchantId, owner } = await insertVenueOfOwner(services, { status })
    await completeOtherSteps(services, merchantId)
    await expect(requestApproval(contextAs(services, owner), { merchantId })).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'NOT_IN_SETUP',
    })
  })

  it('works again after changes were requested, and clears what was asked for', async () => {
    const { applicant, merchantId } = await readyVenue()
    await requestApproval(await signedInAs(services, applicant), { merchantId })
    const requestedAt = services.clock.now().toISOString()
    const changeRequest = { items: ['taxId', 'unheard'], note: 'Which number?', requestedAt }
    await services.db
      .update(merchants)
      .set({ status: 'pending_review', applicationStatus: 'changes_requested', needsReview: false, changeRequest })
      .where(eq(merchants.id, merchantId))
    const ctx = await signedInAs(services, applicant)
    const admin = await asAdmin(services)
    expect(await getOnboardingState(ctx, { merchantId })).toMatchObject({
      phase: 'changes_requested',
      mayRequestApproval: true,
      changeRequest: { items: ['taxId'], note: 'Which number?' },
      changedSince: [],
    })
    services.clock.advance(3_600_000)
    await saveBusiness(ctx, {
      merchantId,
      version: (await readMerchant(services, merchantId))!.version,
      business: buildBusiness({ taxId: '12-3456789', address: { line1: '5 Harbour Row', city: 'Bristol' } }),
    })
    expect(await getOnboardingState(ctx, { merchantId })).toMatchObject({ changedSince: ['address', 'taxId'] })
    await requestApproval(ctx, { merchantId })
    expect(await readMerchant(services, merchantId)).toMatchObject({
      applicationStatus: 'submitted',
      needsReview: true,
      changeRequest: null,
    })
    expect(await contextOf(services, applicant)).not.toBeNull()
    expect(await requests(merchantId)).toHaveLength(2)
    expect(await mailsTo(services, admin.email)).toMatchObject([
      { subject: 'Velvet Anchor Coffee answered your request' },
    ])
  })

  it('works for an invited owner’s existing merchant that never had an application', async () => {
    const { merchantId, owner } = await insertVenueOfOwner(services)
    await completeOtherSteps(services, merchantId)
    await requestApproval(contextAs(services, owner), { merchantId })
    const merchant = await readMerchant(services, merchantId)
    expect(merchant).toMatchObject({ status: 'pending_review', applicationStatus: 'submitted' })
    expect(await readApplication(services, merchant?.applicationId ?? '')).toMatchObject({
      userId: owner.userId,
      merchantId,
      status: 'submitted',
    })
    expect(await mailsTo(services, owner.email)).toHaveLength(1)
  })

  it('can be done by an administrator for the owner, who keeps the merchant', async () => {
    const { applicant, merchantId } = await readyVenue()
    await requestApproval(contextAs(services, await asAdmin(services)), { merchantId })
    const members = await services.db.select().from(userMerchants)
    expect(members).toMatchObject([{ userId: applicant.userId, merchantId }])
  })

  it('asks an administrator to invite an owner first where there is none', async () => {
    const { merchantId } = await readyVenue()
    await services.db.update(merchants).set({ ownerId: null, applicationId: null }).where(eq(merchants.id, merchantId))
    await services.db.execute(`delete from merchant_applications`)
    const attempt = requestApproval(contextAs(services, await asAdmin(services)), { merchantId })
    await expect(attempt).rejects.toMatchObject({ reason: 'NO_OWNER' })
  })
})
