import { countLocations } from '@quaff/features/locations/server'
import {
  findApplication,
  findApplicationOf,
  heldApplicationOf,
  lockMerchant,
  lockOwnApplication,
  type StoredApplication,
  type StoredMerchant,
} from '@quaff/features/merchants/server'
import { countActivePlans } from '@quaff/features/plans/server'
import { merchantNotFound, type OneMerchant, scopeToMerchant } from '@quaff/features/sessions/server'
import {
  batchReads,
  type Locked,
  type Queryable,
  refuse,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import type { EditablePart } from '../contract'
import { onboardingRefusals } from '../refusals'
import { editableIn, phaseOf, phaseLabels } from '../rules'
import type { VenueCounts } from './onboarding-state'
import { findMerchant, lockOpening } from './onboarding-store'

/** A venue in setup: an application, the merchant created from it, or a merchant without an application. */
type VenueOf<Merchant, Application> =
  | { owner: OneMerchant; merchant: Merchant; application: Application | undefined }
  | { merchant: undefined; application: Application }

export type Venue = VenueOf<StoredMerchant, StoredApplication>
export type LockedVenue = VenueOf<Locked<StoredMerchant>, Locked<StoredApplication>>

/** `venueId` names the merchant, or the own application; anything else is answered like a missing merchant. */
export async function findVenue(db: Queryable, actor: UserActor, venueId: string): Promise<Venue> {
  const application = await findOwnApplication(db, actor, venueId)
  const merchantId = application ? application.merchantId : venueId
  const owner = merchantId ? scopeOf(actor, merchantId, application) : undefined
  const merchant = owner && (await findMerchant(db, owner))
  if (merchant) return { owner, merchant, application: application ?? (await findApplicationOf(db, owner)) }
  if (!application) throw merchantNotFound()
  return { merchant: undefined, application }
}

/**
 * Locks for a write. An existing merchant's row is the lock, as in every other verb, and always comes before the
 * application's row: a caller that waited for the application while its merchant was created must not hold it.
 */
export async function lockVenue(tx: Transaction, actor: UserActor, venueId: string): Promise<LockedVenue> {
  const seen = await findVenue(tx, actor, venueId)
  if (seen.merchant) return lockMerchantOf(tx, seen.owner)
  await lockOpening(tx, seen.application.id)
  const made = await findVenue(tx, actor, venueId)
  if (made.merchant) return lockMerchantOf(tx, made.owner)
  const application = await lockOwnApplication(tx, seen.application.id, actor.userId)
  if (!application) throw merchantNotFound()
  return { merchant: undefined, application }
}

async function lockMerchantOf(tx: Transaction, owner: OneMerchant): Promise<LockedVenue> {
  const merchant = await lockMerchant(tx, owner)
  // Read again under the lock, because another save may have changed it.
  return { owner, merchant, application: await heldApplicationOf(tx, merchant) }
}

async function findOwnApplication(db: Queryable, actor: UserActor, venueId: string) {
  if (actor.applicationId !== venueId) return undefined
  const application = await findApplication(db, venueId)
  return application?.userId === actor.userId ? application : undefined
}

/** The actor was read before the application became a merchant, so the scope adds it. */
function scopeOf(actor: UserActor, merchantId: string, application: StoredApplication | undefined) {
  const isOwn = application?.merchantId === merchantId && application.userId === actor.userId
  const ownMerchantIds = isOwn ? [...actor.ownMerchantIds, merchantId] : actor.ownMerchantIds
  return scopeToMerchant({ ...actor, ownMerchantIds }, merchantId)
}

/** Refuses a change that the phase does not allow, with a sentence that names the phase. */
export function requireEditable({ merchant }: Venue, part: EditablePart) {
  const phase = phaseOf(merchant ?? null)
  if (editableIn(phase, merchant !== undefined).includes(part)) return
  if (!merchant) throw refuse(onboardingRefusals, 'NO_PROFILE')
  throw refuse(onboardingRefusals, 'CLOSED', phaseLabels[phase])
}

export async function countVenue(db: Queryable, { merchant }: Venue): Promise<VenueCounts> {
  if (!merchant) return { locations: 0, activePlans: 0 }
  const [locations, plans] = await batchReads(db, (one) =>
    Promise.all([countLocations(one, [merchant.id]), countActivePlans(one, [merchant.id])]),
  )
  return { locations: locations.get(merchant.id) ?? 0, activePlans: plans.get(merchant.id) ?? 0 }
}
