import { merchantNotFound, merchantScope, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import type { Context } from '@quaff/platform/server/context'
import { hasMerchant } from '../../subscribers/server/subscriber-store'

/** Of one merchant, or all that the actor may see. */
export function scopeOf(actor: UserActor, merchantId: string | undefined): MerchantScope {
  return merchantId === undefined ? merchantScope(actor) : scopeToMerchant(actor, merchantId)
}

/** Rows prove the merchant that they are of; without any it is asked whether the one merchant of the scope exists. */
export async function requireMerchantBehind(
  ctx: Context,
  scope: MerchantScope,
  rows: readonly unknown[],
): Promise<void> {
  if (rows.length === 0 && 'id' in scope && !(await hasMerchant(ctx.db, scope))) throw merchantNotFound()
}
