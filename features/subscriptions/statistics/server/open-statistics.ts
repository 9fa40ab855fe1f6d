import type { MerchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { subscriptionPermissions } from '../../permissions'
import { requireMerchantBehind, scopeOf } from '../../server/list/subscription-scope'

/** One merchant's, or everything that the actor may see. Foreign and missing merchants are not found. */
export async function openStatistics(ctx: Context, merchantId: string | undefined): Promise<MerchantScope> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.stats')
  const scope = scopeOf(actor, merchantId)
  await requireMerchantBehind(ctx, scope, [])
  return scope
}
