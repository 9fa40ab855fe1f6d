import {
  createApplication,
  heldApplicationOf,
  listOwnersToMail,
  setApplicationId,
  updateApplication,
  type StoredApplication,
  type StoredMerchant,
} from '@quaff/features/merchants/server'
import { type Context, type Locked, refuse, type Transaction } from '@quaff/platform/server'
import { onboardingRefusals } from '../refusals'
import type { LockedVenue } from './find-venue'

export type OpenVenue = { merchant: Locked<StoredMerchant>; application: Locked<StoredApplication> }

/** A merchant that an administrator made gets its application with the first step that has something to keep in it. */
export async function withApplication(
  ctx: Context,
  tx: Transaction,
  { merchant, application }: Extract<LockedVenue, { merchant: StoredMerchant }>,
): Promise<OpenVenue> {
  if (application) return { merchant, application }
  const opened = await createApplication(ctx, tx, {
    userId: await applicantOf(tx, merchant),
    venueName: merchant.name,
    email: merchant.contactEmail ?? '',
  })
  const patch = { merchantId: merchant.id, status: merchant.applicationStatus ?? 'pending_setup' }
  await updateApplication(tx, opened, patch, ctx.clock.now())
  const created = await heldApplicationOf(tx, merchant)
  if (!created) throw new Error('Couldn’t insert the application.')
  return { merchant: await setApplicationId(tx, merchant, opened.id), application: created }
}

async function applicantOf(tx: Transaction, merchant: StoredMerchant) {
  if (merchant.ownerId) return merchant.ownerId
  const [owner] = await listOwnersToMail(tx, merchant.id)
  if (owner) return owner.userId
  throw refuse(onboardingRefusals, 'NO_OWNER')
}
