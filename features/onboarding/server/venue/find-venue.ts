import {
  findApplication,
  findApplicationOf,
  lockMerchant,
  lockOwnApplication,
  type StoredApplication,
  type StoredMerchant,
} from '@quaff/features/merchants/server'
import { merchantNotFound, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { findMerchant, lockOpening } from '../onboarding-store'

/** A venue on its way: an application, the merchant that came of it, or a merchant that never had an application. */
export type Venue =
  | { merchant: StoredMerchant; application: StoredApplication | undefined }
  | { merchant: undefined; application: StoredApplication }

/** `venueId` names the merchant, or the own application; anything else is answered like a missing merchant. */
export async function findVenue(db: Queryable, actor: UserActor, venueId: string): Promise<Venue> {
  const application = await findOwnApplication(db, actor, venueId)
  const merchantId = application ? application.merchantId : venueId
  const merchant = merchantId ? await findMerchant(db, scopeOf(actor, merchantId, application), merchantId) : undefined
  if (merchant) return { merchant, application: application ?? (await findApplicationOf(db, merchant.id)) }
  if (!application) throw merchantNotFound()
  return { merchant: undefined, application }
}

/**
 * The same for a write. Where there is a merchant its row is the lock, as for every other verb on it, and always before
 * the application's row: whoever waited for the application while its merchant was made must not hold it already.
 */
export async function lockVenue(tx: Transaction, actor: UserActor, venueId: string): Promise<Venue> {
  const seen = await findVenue(tx, actor, venueId)
  if (seen.merchant) return lockMerchantOf(tx, actor, seen.merchant.id, seen.application)
  await lockOpening(tx, seen.application.id)
  const made = await findVenue(tx, actor, venueId)
  if (made.merchant) return lockMerchantOf(tx, actor, made.merchant.id, made.application)
  const application = await lockOwnApplication(tx, seen.application.id, actor.userId)
  if (!application) throw merchantNotFound()
  return { merchant: undefined, application }
}

async function lockMerchantOf(
  tx: Transaction,
  actor: UserActor,
  merchantId: string,
  application: StoredApplication | undefined,
): Promise<Venue> {
  const merchant = await lockMerchant(tx, scopeOf(actor, merchantId, application), merchantId)
  // Read again under the lock: another save may have written to it meanwhile.
  return { merchant, application: await findApplicationOf(tx, merchantId) }
}

async function findOwnApplication(
  db: Queryable,
  actor: UserActor,
  venueId: string,
): Promise<StoredApplication | undefined> {
  if (actor.applicationId !== venueId) return undefined
  const application = await findApplication(db, venueId)
  return application?.userId === actor.userId ? application : undefined
}

/** The actor was read before the merchant came of the application. */
function scopeOf(actor: UserActor, merchantId: string, application: StoredApplication | undefined): MerchantScope {
  const isOwn = application?.merchantId === merchantId && application.userId === actor.userId
  const ownMerchantIds = isOwn ? [...actor.ownMerchantIds, merchantId] : actor.ownMerchantIds
  return scopeToMerchant({ ...actor, ownMerchantIds }, merchantId)
}
