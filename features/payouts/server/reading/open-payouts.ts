import { requireMerchant } from '@quaff/features/merchants/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { payoutPermissions } from '../../permissions'
import { payoutRefusals } from '../../refusals'
import { findPayout, type ShownPayout } from './payout-read-store'
import { payoutScope, payoutScopeOf, widestPayoutScope, type PayoutScope } from './payout-scope'

export type OpenPayouts = { actor: UserActor; scope: PayoutScope }

/** Of one merchant, which must exist, or of all that the reader may see. */
export async function openPayouts(ctx: Context, merchantId: string | undefined): Promise<OpenPayouts> {
  const actor = authorize(ctx.actor, payoutPermissions, 'payout.view')
  if (merchantId === undefined) return { actor, scope: payoutScope(actor) }
  const scope = payoutScopeOf(actor, merchantId)
  await requireMerchant(ctx.db, scope.merchants)
  return { actor, scope }
}

export async function openPayout(ctx: Context, payoutId: string): Promise<OpenPayouts & { found: ShownPayout }> {
  const actor = authorize(ctx.actor, payoutPermissions, 'payout.view')
  const scope = widestPayoutScope(actor)
  const found = await findPayout(ctx.db, scope, payoutId)
  if (!found) throw refuse(payoutRefusals, 'PAYOUT')
  return { actor, scope, found }
}
