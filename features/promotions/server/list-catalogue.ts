import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { promotionIds } from '../contract'
import { promotionPermissions } from '../permissions'
import { countEnabled } from './promotion-store'

/** How many merchants have each promotion enabled, in the order of the catalogue. */
export async function listCatalogue(ctx: Context): Promise<{ promotionId: string; enabledCount: number }[]> {
  const scope = merchantScope(authorize(ctx.actor, promotionPermissions, 'promotion.catalogue'))
  const counts = await countEnabled(ctx.db, scope)
  return promotionIds.map((promotionId) => ({ promotionId, enabledCount: counts.get(promotionId) ?? 0 }))
}
