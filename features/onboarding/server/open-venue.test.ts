import { beforeAll, beforeEach, expect, it } from 'vitest'
import { userMerchants } from '@quaff/features/accounts/tables'
import { approveMerchantDirect } from '@quaff/features/merchants/server'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { sessions } from '@quaff/features/sessions/tables'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import {
  buildBusiness,
  completeOtherSteps,
  contextOf,
  insertApplicant,
  readMerchant,
  signedInAs,
} from '../testing/venue-factory'
import { getOnboardingState } from './onboarding-state'
import { openVenue } from './open-venue'
import { requestApproval } from './request-approval'
import { saveBusiness } from './save-business'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(() => services.database.truncate())

async function ownerOfOne() {
  const first = await insertMerchant(services, { status: 'active', isLive: true })
  const owner = await asOwner(services, [first.id])
  return { first, owner, ctx: contextAs(services, owner) }
}

it('gives an owner a second venue in setup beside the first, and reaches review like the first', async () => {
  const { first, owner, ctx } = await ownerOfOne()
  const { merchantId } = await openVenue(ctx, { name: 'Second Cup' })
  expect(await readMerchant(services, merchantId)).toMatchObject({
    name: 'Second Cup',
    status: 'pending',
    applicationStatus: 'pending_setup',
    needsReview: false,
    isLive: false,
    ownerId: owner.userId,
  })
  const memberships = await services.db.select().from(userMerchants)
  expect(memberships.map((row) => row.merchantId).toSorted()).toEqual([first.id, merchantId].toSorted())
  expect(await services.db.select().from(adminAuditLogs)).toMatchObject([
    { action: 'create_merchant', targetId: merchantId, after: { name: 'Second Cup', status: 'pending' } },
  ])

  const after = await signedInAs(services, owner)
  const state = await getOnboardingState(after, { merchantId })
  expect(state).toMatchObject({ phase: 'pending_setup', merchantName: 'Second Cup', mayRequestApproval: false })
  expect(state.settings.isLive).toBe(true)
  await saveBusiness(after, {
    merchantId,
    version: state.version ?? 0,
    business: buildBusiness({ name: 'Second Cup' }),
  })
  await completeOtherSteps(services, merchantId)
  await requestApproval(after, { merchantId })
  expect(await readMerchant(services, merchantId)).toMatchObject({ status: 'pending_review', needsReview: true })
  await approveMerchantDirect(contextAs(services, await asAdmin(services)), { merchantId })
  expect(await readMerchant(services, merchantId)).toMatchObject({ status: 'active', isLive: true })
  expect(await readMerchant(services, first.id)).toMatchObject({ status: 'active', isLive: true })
})

it('adds one venue for one key, and one in setup at a time', async () => {
  const { owner, ctx } = await ownerOfOne()
  const input = { name: 'Second Cup', requestKey: '0a4cf42e-1c2b-4d8c-9d6a-0f6f4a6c1f01' }
  const [once, again] = [await openVenue(ctx, input), await openVenue(ctx, input)]
  expect(again).toEqual(once)
  const other = openVenue(await signedInAs(services, owner), { name: 'Third Cup' })
  await expect(other).rejects.toMatchObject({ reason: 'SETUP_OPEN' })
  expect(await services.db.select().from(merchants)).toHaveLength(2)
})

it('adds one venue for two calls at the same time', async () => {
  const { ctx } = await ownerOfOne()
  const results = await Promise.allSettled([openVenue(ctx, { name: 'A' }), openVenue(ctx, { name: 'B' })])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it('leaves an applicant to the application', async () => {
  const ctx = await signedInAs(services, await insertApplicant(services))
  await expect(openVenue(ctx, { name: 'Second Cup' })).rejects.toMatchObject({ reason: 'SETUP_OPEN' })
})

it('refuses beyond the venues of one person', async () => {
  const many = []
  for (let count = 0; count < 50; count += 1) many.push((await insertMerchant(services)).id)
  const ctx = contextAs(services, await asOwner(services, many))
  await expect(openVenue(ctx, { name: 'One too many' })).rejects.toMatchObject({ reason: 'VENUES_FULL' })
})

it('ends the owner’s other sessions and keeps this one', async () => {
  const { owner, ctx } = await ownerOfOne()
  const [session] = await services.db.select().from(sessions)
  if (!session) throw new Error('The owner has no session.')
  await services.db.insert(sessions).values({ ...session, id: 'elsewhere', tokenHash: 'elsewhere' })
  await openVenue(ctx, { name: 'Second Cup' })
  expect(await contextOf(services, owner)).not.toBeNull()
  expect(await contextOf(services, { sessionId: 'elsewhere' })).toBeNull()
})
