import { merchantScope, scopeToMerchant, type MerchantScope, type OneMerchant } from '@quaff/features/sessions/server'
import { adminRole, type UserActor } from '@quaff/platform/server'

/** Payouts that a caller may read: drafts are for administrators (0020). */
export type PayoutScope = { merchants: MerchantScope; withDrafts: boolean }

const withDrafts = ({ role }: UserActor) => role === adminRole

export function payoutScope(actor: UserActor): PayoutScope {
  return { merchants: merchantScope(actor), withDrafts: withDrafts(actor) }
}

/** Throws if the merchant is not the viewer's. */
export function payoutScopeOf(actor: UserActor, merchantId: string): PayoutScope & { merchants: OneMerchant } {
  return { merchants: scopeToMerchant(actor, merchantId), withDrafts: withDrafts(actor) }
}

/** Reads one payout by id: includes merchants by ownership alone (spec §4). */
export function widestPayoutScope(actor: UserActor): PayoutScope {
  const merchantIds = [...actor.merchantIds, ...actor.ownMerchantIds]
  return { merchants: merchantScope({ ...actor, merchantIds }), withDrafts: withDrafts(actor) }
}
