import { call } from '@orpc/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { merchantsRouter } from '@quaff/features/merchants/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import {
  buildBusiness,
  completeOtherSteps,
  insertApplicant,
  insertVenueOfOwner,
  readMerchant,
  signedInAs,
} from '../testing/venue-factory'
import { getOnboardingState } from './onboarding-state'
import { requestApproval } from './request-approval'
import { saveBusiness } from './save-business'
import { saveSettings } from './save-settings'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
})

const switchAs = async (merchantId: string, isLive: boolean) =>
  call(
    merchantsRouter.setLive,
    { merchantId, isLive, version: (await readMerchant(services, merchantId))!.version },
    { context: admin },
  )

async function insertVenues() {
  const applicant = await insertApplicant(services)
  const theirs = await signedInAs(services, applicant)
  const saved = await saveBusiness(theirs, { merchantId: applicant.applicationId, business: buildBusiness() })
  const made = await insertVenueOfOwner(services)
  await completeOtherSteps(services, saved.merchantId)
  await completeOtherSteps(services, made.merchantId)
  return [
    { ctx: await signedInAs(services, applicant), venueId: applicant.applicationId, merchantId: saved.merchantId },
    { ctx: contextAs(services, made.owner), venueId: made.merchantId, merchantId: made.merchantId },
  ]
}

describe('the choice to open on approval', () => {
  it.each([
    ['owner', true],
    ['owner', false],
    ['administrator', true],
    ['administrator', false],
  ])('§4 belongs to both sides, and the %s comes last: %s', async (last, isLive) => {
    for (const { ctx, venueId, merchantId } of await insertVenues()) {
      const choose = async (wanted: boolean) =>
        saveSettings(ctx, {
          merchantId: venueId,
          version: (await readMerchant(services, merchantId))!.version,
          settings: { isLive: wanted, allowMultipleLocations: true, requireLocationCheck: false },
        })
      if (last === 'owner') {
        await switchAs(merchantId, !isLive)
        await choose(isLive)
      } else {
        await choose(!isLive)
        await switchAs(merchantId, isLive)
      }
      const seen = await getOnboardingState(ctx, { merchantId: venueId })
      expect(seen.settings.isLive).toBe(isLive)
      await requestApproval(ctx, { merchantId: venueId })
      const record = await call(merchantsRouter.get, { merchantId }, { context: admin })
      expect(record).toMatchObject({ choosesLive: isLive, status: 'pending_review' })
      const approved = await call(merchantsRouter.approve, { merchantId }, { context: admin })
      expect(approved).toMatchObject({ choosesLive: isLive, isLive })
    }
  })

  it('§4 shows what approval does before anyone has chosen', async () => {
    for (const { ctx, venueId, merchantId } of await insertVenues()) {
      const { settings } = await getOnboardingState(ctx, { merchantId: venueId })
      await requestApproval(ctx, { merchantId: venueId })
      const approved = await call(merchantsRouter.approve, { merchantId }, { context: admin })
      expect(approved.isLive).toBe(settings.isLive)
    }
  })
})
