import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertBankAccount } from '@quaff/features/banking/testing/bank-account-factory'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { draftLimits, onboardingStateSchema, saveDraftInput } from '../contract'
import {
  buildBusiness,
  completeOtherSteps,
  insertApplicant,
  insertVenueOfOwner,
  readApplication,
  readMerchant,
  signedInAs,
} from '../testing/venue-factory'
import { getOnboardingState } from './onboarding-state'
import { saveBusiness } from './save-business'
import { placeAtBusinessAddress, saveDraft, saveSettings } from './save-settings'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(() => services.database.truncate())

const state = async (ctx: Parameters<typeof getOnboardingState>[0], merchantId: string) =>
  onboardingStateSchema.parse(await getOnboardingState(ctx, { merchantId }))
async function openVenue() {
  const applicant = await insertApplicant(services)
  const saved = await saveBusiness(await signedInAs(services, applicant), {
    merchantId: applicant.applicationId,
    business: buildBusiness({ taxId: '12-3456789' }),
  })
  return { applicant, ctx: await signedInAs(services, applicant), ...saved }
}

describe('the state of the setup', () => {
  it('§3 begins with what the invitation knew, and the profile to do', async () => {
    const applicant = await insertApplicant(services, 'Velvet Anchor')
    const found = await state(await signedInAs(services, applicant), applicant.applicationId)
    expect(found).toMatchObject({
      temporary: true,
      phase: 'pending_setup',
      version: null,
      editable: ['business'],
      mayRequestApproval: false,
      business: { name: 'Velvet Anchor', contactEmail: applicant.email },
    })
    expect(found.steps.map((step) => step.state)).toEqual(['you', 'locked', 'locked', 'locked', 'locked'])
  })

  it('§3 is the same under the id of the application and of its merchant', async () => {
    const { applicant, ctx, merchantId } = await openVenue()
    expect(await state(ctx, applicant.applicationId)).toEqual(await state(ctx, merchantId))
  })

  it('tells what a reviewer asked for, now and before', async () => {
    const { merchantId, owner } = await insertVenueOfOwner(services, { applicationStatus: 'changes_requested' })
    const requestOf = (day: string, note: string) => ({
      items: ['bank', 'else'],
      note,
      requestedAt: `${day}T12:00:00.000Z`,
    })
    const open = requestOf('2026-03-02', 'Now')
    await services.db.update(merchants).set({ changeRequest: open }).where(eq(merchants.id, merchantId))
    for (const changeRequest of [requestOf('2026-03-01', 'Before'), open])
      await services.db
        .insert(adminAuditLogs)
        .values({
          id: services.ids.newId('aud'),
          action: 'request_changes',
          targetType: 'merchant',
          targetId: merchantId,
          after: { changeRequest },
          occurredAt: new Date(changeRequest.requestedAt),
        })
    const found = await state(contextAs(services, owner), merchantId)
    expect(found.changeRequest).toMatchObject({ items: ['bank'], note: 'Now' })
    expect(found.earlierRequests).toMatchObject([{ items: ['bank'], note: 'Before' }])
  })

  it('never shows the tax id whole', async () => {
    const { ctx, merchantId } = await openVenue()
    const found = await state(ctx, merchantId)
    expect(found.business.taxIdMasked).toMatch(/6789$/)
    expect(JSON.stringify(found)).not.toContain('3456789')
  })

  it('summarizes prices for sale and the last digits of the account, which viewers do not get', async () => {
    const { merchantId, owner } = await insertVenueOfOwner(services)
    const other = await insertVenueOfOwner(services)
    await insertBankAccount(services, { merchantId, accountLast4: '123456789' })
    await insertPlan(services, {
      merchantId,
      name: 'Daily Cup',
      prices: [{}, { amountMinor: 5_400, intervalCount: 3 }, { amountMinor: 100, active: false }],
    })
    await insertPlan(services, { merchantId, name: 'Old', active: false, prices: [{ amountMinor: 200 }] })
    await insertPlan(services, { merchantId: other.merchantId, prices: [{ amountMinor: 300 }] })
    const found = await state(contextAs(services, owner), merchantId)
    expect(found).toMatchObject({ accountLastDigits: '6789', activePlans: 1 })
    expect(found.prices.map(({ amountMinor, intervalCount }) => [amountMinor, intervalCount])).toEqual([
      [2_900, 1],
      [5_400, 3],
    ])
    expect(JSON.stringify(found)).not.toMatch(/56789|accountNumber|sealed/)
    const viewer = contextAs(services, await asViewer(services, [merchantId]))
    expect(await state(viewer, merchantId)).toMatchObject({ accountLastDigits: null, prices: found.prices })
    expect(await state(contextAs(services, await asAdmin(services)), merchantId)).toMatchObject({
      accountLastDigits: '6789',
    })
    expect(await state(contextAs(services, other.owner), other.merchantId)).toMatchObject({ accountLastDigits: null })
    await expect(getOnboardingState(contextAs(services, other.owner), { merchantId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('lets a viewer look and change nothing', async () => {
    const { merchantId } = await insertVenueOfOwner(services)
    await completeOtherSteps(services, merchantId)
    const viewer = contextAs(services, await asViewer(services, [merchantId]))
    expect(await state(viewer, merchantId)).toMatchObject({ editable: [], mayRequestApproval: false, missing: [] })
  })

  it('starts again for an owner whose merchant was deleted', async () => {
    const { applicant, merchantId } = await openVenue()
    await services.db.delete(merchants).where(eq(merchants.id, merchantId))
    const ctx = await signedInAs(services, applicant)
    expect(await state(ctx, applicant.applicationId)).toMatchObject({ temporary: true, phase: 'pending_setup' })
    const again = await saveBusiness(ctx, { merchantId: applicant.applicationId, business: buildBusiness() })
    expect(await readApplication(services, applicant.applicationId)).toMatchObject({ merchantId: again.merchantId })
  })

  it('answers for a foreign application as for a missing one, also to administrators', async () => {
    const applicant = await insertApplicant(services)
    const admin = contextAs(services, await asAdmin(services))
    for (const merchantId of [applicant.applicationId, 'app_missing'])
      await expect(getOnboardingState(admin, { merchantId })).rejects.toMatchObject({ reason: 'MERCHANT' })
  })
})

describe('a draft', () => {
  it('is kept as typed and comes back', async () => {
    const applicant = await insertApplicant(services)
    const ctx = await signedInAs(services, applicant)
    const merchantId = applicant.applicationId
    const values = { name: 'Velv', contactEmail: 'not yet an addr', website: 'velvet' }
    const { savedAt } = await saveDraft(ctx, { merchantId, step: 'business', values })
    expect((await state(ctx, merchantId)).draft).toEqual({ values, savedAt })
  })

  it('takes only known fields of text, and never the tax id', () => {
    const parse = (values: unknown) => saveDraftInput.safeParse({ merchantId: 'app_1', step: 'business', values })
    expect(parse({ name: 'x' }).success).toBe(true)
    for (const values of [
      { taxId: '1' },
      { name: 1 },
      { name: { a: 'b' } },
      { other: 'x' },
      { name: 'x'.repeat(4_001) },
    ])
      expect(parse(values).success).toBe(false)
  })

  it(`is refused above ${draftLimits.bytes} bytes`, async () => {
    const applicant = await insertApplicant(services)
    const long = '☕'.repeat(2_000)
    const values = { description: long, name: long, line1: long }
    const attempt = saveDraft(await signedInAs(services, applicant), {
      merchantId: applicant.applicationId,
      step: 'business',
      values,
    })
    await expect(attempt).rejects.toMatchObject({ code: 'BAD_REQUEST', reason: 'DRAFT_TOO_LONG' })
  })

  it('is refused to viewers and strangers', async () => {
    const { merchantId } = await insertVenueOfOwner(services)
    const input = { merchantId, step: 'business', values: { name: 'x' } } as const
    const viewer = contextAs(services, await asViewer(services, [merchantId]))
    await expect(saveDraft(viewer, input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const stranger = await signedInAs(services, await insertApplicant(services))
    await expect(saveDraft(stranger, input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the settings', () => {
  const settings = { isLive: false, allowMultipleLocations: false, requireLocationCheck: true }

  it('keep the wish in the application and the rest in the merchant', async () => {
    const { applicant, ctx, merchantId, version } = await openVenue()
    const saved = await saveSettings(ctx, { merchantId, version, settings })
    expect(await readMerchant(services, merchantId)).toMatchObject({
      allowMultipleLocations: false,
      requireLocationCheck: true,
      isLive: false,
      version: saved.version,
    })
    expect(await readApplication(services, applicant.applicationId)).toMatchObject({ settings: { isLive: false } })
    expect((await state(ctx, merchantId)).settings).toEqual(settings)
  })

  it('say so to the second of two editors', async () => {
    const { ctx, merchantId, version } = await openVenue()
    await saveSettings(ctx, { merchantId, version, settings })
    const second = saveSettings(ctx, { merchantId, version, settings: { ...settings, isLive: true } })
    await expect(second).rejects.toMatchObject({ reason: 'STALE_VERSION' })
  })

  it('no longer take the wish once a reviewer has decided', async () => {
    const { merchantId, owner } = await insertVenueOfOwner(services, {
      status: 'active',
      applicationStatus: 'approved',
    })
    const ctx = contextAs(services, owner)
    await expect(saveSettings(ctx, { merchantId, version: 1, settings })).rejects.toMatchObject({ reason: 'DECIDED' })
    const { isLive: _wish, ...rest } = settings
    expect(await saveSettings(ctx, { merchantId, version: 1, settings: rest })).toEqual({ merchantId, version: 2 })
    expect(await readMerchant(services, merchantId)).toMatchObject({ isLive: false })
  })

  it('wait for the profile', async () => {
    const applicant = await insertApplicant(services)
    const ctx = await signedInAs(services, applicant)
    const attempt = saveSettings(ctx, { merchantId: applicant.applicationId, version: 1, settings })
    await expect(attempt).rejects.toMatchObject({ reason: 'NO_PROFILE' })
  })
})

describe('the business address as the only location', () => {
  const all = () => services.db.select().from(locations)

  it('makes one location, however often it is asked for', async () => {
    const { ctx, merchantId } = await openVenue()
    await Promise.all(Array.from({ length: 5 }, () => placeAtBusinessAddress(ctx, { merchantId })))
    expect(await placeAtBusinessAddress(ctx, { merchantId })).toEqual({ created: false })
    expect(await all()).toMatchObject([
      { merchantId, name: 'Velvet Anchor Coffee', fields: { address: { line1: '4 Harbour Row', city: 'Bristol' } } },
    ])
    expect((await state(ctx, merchantId)).steps[1]).toMatchObject({ step: 'locations', state: 'done' })
  })

  it('is in the zone of the device if the address has several or none', async () => {
    const { ctx, merchantId } = await openVenue()
    await placeAtBusinessAddress(ctx, { merchantId, timeZone: 'America/New_York' })
    expect(await all()).toMatchObject([{ fields: { timeZone: 'America/New_York' } }])
  })

  it('makes one location for two owners who ask at the same time', async () => {
    const { ctx, merchantId } = await openVenue()
    const other = contextAs(services, await asOwner(services, [merchantId]))
    const answers = await Promise.all(
      [ctx, other, ctx, other].map((one) => placeAtBusinessAddress(one, { merchantId })),
    )
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(await all()).toHaveLength(1)
  })

  it('makes it again after it was deleted', async () => {
    const { ctx, merchantId } = await openVenue()
    await placeAtBusinessAddress(ctx, { merchantId })
    await services.db.delete(locations)
    expect(await placeAtBusinessAddress(ctx, { merchantId })).toEqual({ created: true })
    expect(await all()).toHaveLength(1)
  })

  it('needs street and city', async () => {
    const { ctx, merchantId } = await openVenue()
    for (const address of [{ line1: '4 Harbour Row' }, { city: 'Bristol' }]) {
      await services.db.update(merchants).set({ address })
      const attempt = placeAtBusinessAddress(ctx, { merchantId })
      await expect(attempt).rejects.toMatchObject({ code: 'CONFLICT', reason: 'NO_ADDRESS' })
    }
    expect(await all()).toEqual([])
  })

  it('waits for the profile, and is refused to viewers', async () => {
    const applicant = await insertApplicant(services)
    const ctx = await signedInAs(services, applicant)
    const early = placeAtBusinessAddress(ctx, { merchantId: applicant.applicationId })
    await expect(early).rejects.toMatchObject({ reason: 'NO_PROFILE' })
    const { merchantId } = await insertVenueOfOwner(services)
    const viewer = contextAs(services, await asViewer(services, [merchantId]))
    await expect(placeAtBusinessAddress(viewer, { merchantId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
