import { merchantScope, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { Refusal } from '@quaff/platform/shared/refusal'

/** Every merchant the actor works on, those in set-up included: for a location whose merchant is not named. */
export function scopesOf(actor: UserActor): MerchantScope[] {
  return [merchantScope(actor), ...actor.ownMerchantIds.map((merchantId) => scopeToMerchant(actor, merchantId))]
}

/** The same words for a foreign, a missing and a deleted one. */
export function locationNotFound(): Refusal {
  return new Refusal('NOT_FOUND', 'LOCATION', 'This location does not exist or is not yours.')
}
