import { merchantNotFound, merchantScope, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import type { Context } from '@quaff/platform/server/context'
import { hasMerchant } from '../../subscribers/server/subscriber-store'

/** Of one merchant, which must exist, or all that the actor may see. */
export async function scopeOf(ctx: Context, actor: UserActor, merchantId: string | undefined): Promise<MerchantScope> {
  if (merchantId === undefined) return merchantScope(actor)
  const scope = scopeToMerchant(actor, merchantId)
  if (!(await hasMerchant(ctx.db, scope))) throw merchantNotFound()
  return scope
}
