import { requireMerchant } from '@quaff/features/merchants/server'
import { authorize, type Context, type Queryable, refuse, type UserActor } from '@quaff/platform/server'
import { payoutPermissions } from '../../permissions'
import { payoutRefusals } from '../../refusals'
import { findPayout, type ShownPayout } from './payout-read-store'
import { payoutScope, payoutScopeOf, widestPayoutScope, type PayoutScope } from './payout-scope'

export type OpenPayouts = { actor: UserActor; scope: PayoutScope }

/** Scopes to one merchant or to all that the viewer may see. Does not check that the merchant exists. */
export function payoutsOf(ctx: Context, merchantId: string | undefined): OpenPayouts {
  const actor = authorize(ctx.actor, payoutPermissions, 'payout.view')
  return { actor, scope: merchantId === undefined ? payoutScope(actor) : payoutScopeOf(actor, merchantId) }
}

/** Throws if the one merchant of a scope does not exist. */
export async function requirePayee(db: Queryable, { merchants }: PayoutScope) {
  if ('id' in merchants) await requireMerchant(db, merchants)
}

/** Scopes to one existing merchant, or to all that the viewer may see. */
export async function openPayouts(ctx: Context, merchantId: string | undefined): Promise<OpenPayouts> {
  const opened = payoutsOf(ctx, merchantId)
  await requirePayee(ctx.db, opened.scope)
  return opened
}

export function payoutsOfReader(ctx: Context): OpenPayouts {
  const actor = authorize(ctx.actor, payoutPermissions, 'payout.view')
  return { actor, scope: widestPayoutScope(actor) }
}

export async function openPayout(ctx: Context, payoutId: string): Promise<OpenPayouts & { found: ShownPayout }> {
  const { actor, scope } = payoutsOfReader(ctx)
  const found = await findPayout(ctx.db, scope, payoutId)
  if (!found) throw refuse(payoutRefusals, 'PAYOUT')
  return { actor, scope, found }
}
