import { merchantEvents } from '@quaff/features/merchants/contract'
import {
  insertMerchantRow,
  updateApplication,
  updateMerchantRow,
  type MerchantPatch,
  type StoredApplication,
  type StoredMerchant,
} from '@quaff/features/merchants/server'
import {
  authorize,
  type Context,
  inTransaction,
  type Locked,
  once,
  publishLive,
  recordAudit,
  staleVersion,
  type Transaction,
} from '@quaff/platform/server'
import type { SaveBusinessInput, SavedStep } from '../contract'
import { onboardingPermissions } from '../permissions'
import { businessPatch, changeOf } from './business-patch'
import { type LockedVenue, lockVenue, requireEditable } from './find-venue'
import { wishesToBeLive } from './onboarding-state'

type Patch = ReturnType<typeof businessPatch>

/** The first save makes the merchant of the application (specification-gaps.md, "Application to live"); later ones change it. */
export async function saveBusiness(ctx: Context, input: SaveBusinessInput): Promise<SavedStep> {
  const actor = authorize(ctx.actor, onboardingPermissions, 'onboarding.edit')
  return inTransaction(ctx, (tx) =>
    once(ctx, tx, { action: 'onboarding.saveBusiness', key: input.requestKey, input }, async () => {
      const venue = await lockVenue(tx, actor, input.merchantId)
      const { merchant } = venue
      const patch = businessPatch(input.business, merchant?.address)
      if (!merchant) return openMerchant(ctx, tx, venue.application, patch)
      requireEditable(venue, 'business')
      if (input.version !== merchant.version)
        throw staleVersion({ type: 'merchant', id: merchant.id, savedAt: merchant.updatedAt })
      return changeMerchant(ctx, tx, venue, patch)
    }),
  )
}

async function openMerchant(
  ctx: Context,
  tx: Transaction,
  application: Locked<StoredApplication>,
  patch: Patch,
): Promise<SavedStep> {
  const now = ctx.clock.now()
  const merchant = await insertMerchantRow(tx, {
    ...patch,
    id: ctx.ids.newId('mer'),
    status: 'pending',
    statusChangedAt: now,
    needsReview: false,
    ownerId: application.userId,
    applicationId: application.id,
    applicationStatus: 'pending_setup',
    isLive: false,
    createdAt: now,
    updatedAt: now,
  })
  const settings = { ...application.settings, isLive: wishesToBeLive(application.settings) }
  await updateApplication(tx, application, { merchantId: merchant.id, settings, ...stored(application, patch) }, now)
  await recordAudit(ctx, tx, {
    action: 'create_merchant',
    targetType: 'merchant',
    event: merchantEvents.created,
    targetId: merchant.id,
    merchantId: merchant.id,
    after: { name: merchant.name, status: merchant.status, applicationId: application.id },
  })
  // The person's session names the application until now: the console reads it again.
  if (application.userId) await publishLive(tx, { topic: 'user', subjectId: application.userId })
  return { merchantId: merchant.id, version: merchant.version }
}

async function changeMerchant(
  ctx: Context,
  tx: Transaction,
  { merchant, application }: Extract<LockedVenue, { merchant: StoredMerchant }>,
  patch: Patch,
): Promise<SavedStep> {
  const now = ctx.clock.now()
  if (application) await updateApplication(tx, application, stored(application, patch), now)
  const change = changeOf(merchant, patch)
  if (!change) return { merchantId: merchant.id, version: merchant.version }
  const updated = await updateMerchantRow(tx, merchant, patch, now)
  await recordAudit(ctx, tx, {
    action: 'update_merchant',
    targetType: 'merchant',
    event: merchantEvents.updated,
    targetId: merchant.id,
    merchantId: merchant.id,
    ...change,
  })
  return { merchantId: merchant.id, version: updated.version }
}

/** The application holds the profile too (spec §3), without the tax id; its draft has done its work. */
function stored(application: StoredApplication, patch: MerchantPatch) {
  const { business: _draft, ...drafts } = application.drafts
  const { name, description, contactEmail, contactPhone, businessType, website, address } = patch
  const business = {
    ...application.business,
    name,
    description,
    email: contactEmail,
    phone: contactPhone,
    businessType,
    businessName: name,
    website,
    address,
  }
  return { business, drafts }
}
