import { eq } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { createApplication } from '@quaff/features/merchants/server'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { resolveActor } from '@quaff/features/sessions/server'
import { type Context, inTransaction, type Services } from '@quaff/platform/server'
import { asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import type { SaveBusinessInput } from '../contract'

/** Inserts a signed-in owner with an application and no merchant yet. */
export async function insertApplicant(services: Services, venueName = 'Velvet Anchor'): Promise<Applicant> {
  const owner = await asOwner(services, [])
  const ctx = contextAs(services, owner)
  const applicationId = await inTransaction(services, async (tx) => {
    const { id } = await createApplication(ctx, tx, { userId: owner.userId, venueName, email: owner.email })
    await tx.update(users).set({ applicationId: id }).where(eq(users.id, owner.userId))
    return id
  })
  return { applicationId, userId: owner.userId, sessionId: owner.sessionId, email: owner.email }
}
export type Applicant = { applicationId: string; userId: string; sessionId: string; email: string }

/** Reads the user like the session gate; null if the session has ended. */
export async function contextOf(services: Services, { sessionId }: { sessionId: string }): Promise<Context | null> {
  const actor = await resolveActor(services, sessionId)
  return actor.kind === 'user' ? contextAs(services, actor) : null
}

export async function signedInAs(services: Services, person: { sessionId: string }): Promise<Context> {
  const ctx = await contextOf(services, person)
  if (!ctx) throw new Error('The session has ended.')
  return ctx
}

/** Builds a complete Business Profile; overrides by argument. */
export function buildBusiness(details: Partial<SaveBusinessInput['business']> = {}): SaveBusinessInput['business'] {
  return {
    name: 'Velvet Anchor Coffee',
    contactEmail: 'hello@velvet-anchor.test',
    address: { line1: '4 Harbour Row', city: 'Bristol' },
    ...details,
  }
}

/** Inserts a location and an active plan, and marks the bank details as verified. */
export async function completeOtherSteps(services: Services, merchantId: string): Promise<void> {
  const now = services.clock.now()
  const row = { merchantId, createdAt: now, updatedAt: now }
  await services.db.insert(locations).values({ id: services.ids.newId('loc'), name: 'Harbour', ...row })
  await services.db.insert(subscriptionPlans).values({ id: services.ids.newId('pln'), name: 'Daily Cup', ...row })
  await services.db.update(merchants).set({ bankVerifiedAt: now }).where(eq(merchants.id, merchantId))
}

/** Inserts a merchant in setup that an administrator created, without an application, and its owner. */
export async function insertVenueOfOwner(services: Services, details: Parameters<typeof insertMerchant>[1] = {}) {
  const merchant = await insertMerchant(services, {
    status: 'pending',
    applicationStatus: null,
    isLive: false,
    bankVerifiedAt: null,
    ...details,
  })
  return { merchantId: merchant.id, owner: await asOwner(services, [merchant.id]) }
}

export async function readApplication(services: Services, applicationId: string) {
  const [row] = await services.db.select().from(merchantApplications).where(eq(merchantApplications.id, applicationId))
  return row
}

export async function readMerchant(services: Services, merchantId: string) {
  const [row] = await services.db.select().from(merchants).where(eq(merchants.id, merchantId))
  return row
}
