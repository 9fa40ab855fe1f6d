import { desc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { merchants } from '@quaff/features/merchants/tables'
import { adminAuditLogs, outboxMails } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { saveBusinessInput } from '../contract'
import {
  buildBusiness,
  insertApplicant,
  insertVenueOfOwner,
  readApplication,
  readMerchant,
  signedInAs,
} from '../testing/venue-factory'
import { getOnboardingState } from './onboarding-state'
import { saveBusiness } from './save-business'
import { saveDraft } from './save-settings'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(() => services.database.truncate())

const newestAudit = async () => {
  const [row] = await services.db.select().from(adminAuditLogs).orderBy(desc(adminAuditLogs.id)).limit(1)
  return row
}

describe('the first save of the Business Profile', () => {
  it('§4 creates a pending merchant in setup, linked to the application, without a claim of its owner', async () => {
    const applicant = await insertApplicant(services)
    const business = buildBusiness({ description: 'One.\nTwo.', taxId: 'DE 123456789', businessType: 'bar' })
    const saved = await saveBusiness(await signedInAs(services, applicant), {
      merchantId: applicant.applicationId,
      business,
    })
    expect(await readMerchant(services, saved.merchantId)).toMatchObject({
      name: 'Velvet Anchor Coffee',
      status: 'pending',
      applicationStatus: 'pending_setup',
      needsReview: false,
      ownerId: applicant.userId,
      applicationId: applicant.applicationId,
      isLive: false,
      version: 1,
      description: 'One.\nTwo.',
      taxId: 'DE 123456789',
      address: { line1: '4 Harbour Row', city: 'Bristol' },
    })
    const application = await readApplication(services, applicant.applicationId)
    expect(application).toMatchObject({ merchantId: saved.merchantId, settings: { isLive: true } })
    expect(JSON.stringify(application)).not.toContain('123456789')
    expect((await signedInAs(services, applicant)).actor).toMatchObject({
      merchantIds: [],
      ownMerchantIds: [saved.merchantId],
      applicationId: applicant.applicationId,
    })
    expect(await newestAudit()).toMatchObject({ action: 'create_merchant', merchantId: saved.merchantId })
    expect(JSON.stringify(await newestAudit())).not.toContain('123456789')
  })

  it('creates one merchant for twenty concurrent saves', async () => {
    const applicant = await insertApplicant(services)
    const ctx = await signedInAs(services, applicant)
    const input = { merchantId: applicant.applicationId, business: buildBusiness() }
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => saveBusiness(ctx, input)))
    expect(await services.db.select().from(merchants)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'CONFLICT', reason: 'STALE_VERSION' })
  })

  it('does not deadlock with concurrent drafts and saves', async () => {
    const applicant = await insertApplicant(services)
    const ctx = await signedInAs(services, applicant)
    const venue = { merchantId: applicant.applicationId }
    const answers = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => [
        saveDraft(ctx, { ...venue, step: 'business', values: { name: `Draft ${index}` } }),
        saveBusiness(ctx, { ...venue, business: buildBusiness() }),
      ]).flat(),
    )
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ reason: 'STALE_VERSION' })
    expect(await services.db.select().from(merchants)).toHaveLength(1)
  })

  it('is refused with a name of control characters only', async () => {
    const applicant = await insertApplicant(services)
    const save = saveBusiness(await signedInAs(services, applicant), {
      merchantId: applicant.applicationId,
      business: buildBusiness({ name: '\u0000\u0007' }),
    })
    await expect(save).rejects.toMatchObject({ code: 'BAD_REQUEST', detail: { field: 'name' } })
    expect(await services.db.select().from(merchants)).toHaveLength(0)
  })

  it('answers a double submit with the same merchant', async () => {
    const applicant = await insertApplicant(services)
    const ctx = await signedInAs(services, applicant)
    const requestKey = '6f1c1f0e-1f7a-4b0e-9d7c-0a1b2c3d4e5f'
    const input = { merchantId: applicant.applicationId, business: buildBusiness(), requestKey }
    const answers = await Promise.all(Array.from({ length: 20 }, () => saveBusiness(ctx, input)))
    expect(new Set(answers.map(({ merchantId }) => merchantId)).size).toBe(1)
    expect(await services.db.select().from(merchants)).toHaveLength(1)
  })

  it.each([
    ['without a name', { name: ' ' }],
    ['without an e-mail address', { contactEmail: '' }],
    ['with an address that is none', { contactEmail: 'hello' }],
    ['without a street', { address: { line1: ' ', city: 'Bristol' } }],
    ['without a city', { address: { line1: '4 Harbour Row', city: '' } }],
    ['with a website that is not https', { website: 'javascript:alert(1)' }],
    ['with a status', { status: 'active' }],
  ])('is refused at the endpoint %s', (_, details) => {
    const business = { ...buildBusiness(), ...details }
    expect(saveBusinessInput.safeParse({ merchantId: 'app_1', business }).success).toBe(false)
  })

  it('answers another user’s application like a missing one', async () => {
    const applicant = await insertApplicant(services)
    const other = await insertApplicant(services)
    const ctx = await signedInAs(services, other)
    const attempts = [applicant.applicationId, 'app_missing'].map((merchantId) =>
      saveBusiness(ctx, { merchantId, business: buildBusiness() }).catch((error: unknown) => error),
    )
    const [foreign, missing] = await Promise.all(attempts)
    expect(foreign).toMatchObject({ code: 'NOT_FOUND', reason: 'MERCHANT' })
    expect(foreign).toEqual(missing)
  })

  it('answers a linked application of another user like a missing one', async () => {
    const applicant = await insertApplicant(services)
    const thief = await asOwner(services, [], { applicationId: applicant.applicationId })
    const attempt = saveBusiness(contextAs(services, thief), {
      merchantId: applicant.applicationId,
      business: buildBusiness(),
    })
    await expect(attempt).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a later save', () => {
  async function openVenue() {
    const applicant = await insertApplicant(services)
    const merchantId = applicant.applicationId
    const saved = await saveBusiness(await signedInAs(services, applicant), {
      merchantId,
      business: buildBusiness({ taxId: '12-3456789' }),
    })
    return { applicant, ctx: await signedInAs(services, applicant), ...saved }
  }

  it('changes the merchant, keeps an unsent tax ID, and audits only the changes', async () => {
    const { ctx, merchantId, version } = await openVenue()
    const saved = await saveBusiness(ctx, { merchantId, version, business: buildBusiness({ name: 'Anchor' }) })
    expect(saved).toEqual({ merchantId, version: version + 1 })
    expect(await readMerchant(services, merchantId)).toMatchObject({ name: 'Anchor', taxId: '12-3456789' })
    expect(await newestAudit()).toMatchObject({
      action: 'update_merchant',
      before: { name: 'Velvet Anchor Coffee' },
      after: { name: 'Anchor' },
    })
  })

  it('keeps fields of an imported address that the form lacks', async () => {
    const { ctx, merchantId, version } = await openVenue()
    const imported = { line1: 'Old', line2: 'Back yard', plusCode: '9C3W+2X' }
    await services.db.update(merchants).set({ address: imported }).where(eq(merchants.id, merchantId))
    await saveBusiness(ctx, { merchantId, version, business: buildBusiness() })
    const { address } = (await readMerchant(services, merchantId)) ?? {}
    expect(address).toEqual({ line1: '4 Harbour Row', city: 'Bristol', plusCode: '9C3W+2X' })
  })

  it('writes nothing when nothing changed', async () => {
    const { ctx, merchantId, version } = await openVenue()
    expect(await saveBusiness(ctx, { merchantId, version, business: buildBusiness() })).toEqual({ merchantId, version })
    expect(await newestAudit()).toMatchObject({ action: 'create_merchant' })
  })

  it('gets a conflict and saves nothing if another came first', async () => {
    const { ctx, merchantId, version } = await openVenue()
    await saveBusiness(ctx, { merchantId, version, business: buildBusiness({ name: 'First' }) })
    const second = saveBusiness(ctx, { merchantId, version, business: buildBusiness({ name: 'Second' }) })
    await expect(second).rejects.toMatchObject({ reason: 'STALE_VERSION' })
    expect(await readMerchant(services, merchantId)).toMatchObject({ name: 'First' })
  })

  it('meets no conflict with the first draft of a merchant without an application', async () => {
    const { merchantId, owner } = await insertVenueOfOwner(services)
    const ctx = contextAs(services, owner)
    expect(await getOnboardingState(ctx, { merchantId })).toMatchObject({ version: 1 })
    await saveDraft(ctx, { merchantId, step: 'business', values: { name: 'Half ty' } })
    const saved = await saveBusiness(ctx, { merchantId, version: 1, business: buildBusiness({ name: 'Whole' }) })
    expect(saved.version).toBe(2)
  })

  it('removes its draft', async () => {
    const { ctx, merchantId, version } = await openVenue()
    await saveDraft(ctx, { merchantId, step: 'business', values: { name: 'Half ty' } })
    expect((await getOnboardingState(ctx, { merchantId })).draft).toMatchObject({ values: { name: 'Half ty' } })
    await saveBusiness(ctx, { merchantId, version, business: buildBusiness({ name: 'Whole' }) })
    expect((await getOnboardingState(ctx, { merchantId })).draft).toBeNull()
  })

  it('is allowed to administrators', async () => {
    const { merchantId, version } = await openVenue()
    const admin = contextAs(services, await asAdmin(services))
    await saveBusiness(admin, { merchantId, version, business: buildBusiness({ name: 'Helped' }) })
    expect(await readMerchant(services, merchantId)).toMatchObject({ name: 'Helped' })
  })

  it('is refused to a viewer of the merchant', async () => {
    const { merchantId } = await insertVenueOfOwner(services)
    const viewer = contextAs(services, await asViewer(services, [merchantId]))
    const attempt = saveBusiness(viewer, { merchantId, version: 1, business: buildBusiness() })
    await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it.each(['archived', 'rejected'])('is refused with the state named when the merchant is %s', async (status) => {
    const { merchantId, owner } = await insertVenueOfOwner(services, { status })
    const ctx = contextAs(services, owner)
    const attempt = saveBusiness(ctx, { merchantId, version: 1, business: buildBusiness() })
    await expect(attempt).rejects.toMatchObject({ code: 'CONFLICT', reason: 'CLOSED' })
    expect(await services.db.select().from(outboxMails)).toEqual([])
  })
})
