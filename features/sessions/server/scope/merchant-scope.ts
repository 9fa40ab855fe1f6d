import type { UserActor } from '@quaff/platform/server/actor'
import { adminRole } from '@quaff/platform/shared/product'
import { refuse } from '@quaff/platform/shared/refusal'
import { sessionRefusals } from '../../refusals'

declare const minted: unique symbol

/** Which merchants' rows a query may touch. Only this file makes one, so a forgotten scope does not compile. */
export type MerchantScope = ({ all: true } | { all: false; merchantIds: readonly string[] }) & {
  readonly [minted]: true
}

const everyMerchant = mint({ all: true })

export function merchantScope(actor: UserActor): MerchantScope {
  if (actor.role === adminRole) return everyMerchant
  return mint({ all: false, merchantIds: isStaff(actor) ? [...actor.merchantIds] : [] })
}

const isStaff = ({ role }: UserActor) => role === 'merchant_owner' || role === 'merchant_viewer'

/** One merchant only. A foreign id gets the answer of a missing one. */
export function scopeToMerchant(actor: UserActor, merchantId: string): MerchantScope {
  const scope = merchantScope(actor)
  const isOwn =
    scope.all || scope.merchantIds.includes(merchantId) || (isStaff(actor) && actor.ownMerchantIds.includes(merchantId))
  if (!isOwn) throw merchantNotFound()
  return mint({ all: false, merchantIds: [merchantId] })
}

export const merchantNotFound = () => refuse(sessionRefusals, 'MERCHANT')

function mint(scope: { all: true } | { all: false; merchantIds: readonly string[] }): MerchantScope {
  // The brand exists for the compiler only; there is no value to hold it.
  return scope as MerchantScope
}
