import { readStatus } from '@quaff/features/merchants/lifecycle/rules'
import { merchantNotFound, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { promotionIds } from '../contract'
import type { MerchantPromotionList } from '../contract'
import { promotionPermissions } from '../permissions'
import { listPlanChoices } from './promotion-plan-store'
import { presentPromotion } from './promotion-presenter'
import { listOfMerchant } from './promotion-store'

/** All promotions of one merchant, and the plans they can be narrowed to. */
export async function listForMerchant(
  ctx: Context,
  { merchantId }: { merchantId: string },
): Promise<MerchantPromotionList> {
  const actor = authorize(ctx.actor, promotionPermissions, 'promotion.read')
  const scope = scopeToMerchant(actor, merchantId)
  const [stored, plans] = await Promise.all([listOfMerchant(ctx.db, scope), listPlanChoices(ctx.db, scope)])
  const [first] = stored
  if (!first) throw merchantNotFound()
  const byId = new Map(stored.flatMap((row) => (row.promotion ? [[row.promotion.promotionId, row] as const] : [])))
  const ids = new Set<string>([...promotionIds, ...byId.keys()])
  const none = { merchant: first.merchant, promotion: null, updater: null }
  return {
    merchantId,
    merchantName: first.merchant.name,
    merchantStatus: readStatus(first.merchant.status),
    promotions: [...ids].map((id) => presentPromotion(byId.get(id) ?? none, id, actor)),
    plans,
  }
}
