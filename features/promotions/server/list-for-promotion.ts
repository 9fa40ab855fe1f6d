import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import type { Page } from '@quaff/platform/shared/pagination'
import type { ListForPromotionInput, PromotionRow } from '../contract'
import { promotionPermissions } from '../permissions'
import { presentPromotion } from './promotion-presenter'
import { countGridRows, listGridRows } from './promotion-store'

/** The grid of one promotion: every merchant, those without a document as disabled. */
export async function listForPromotion(ctx: Context, input: ListForPromotionInput): Promise<Page<PromotionRow>> {
  const actor = authorize(ctx.actor, promotionPermissions, 'promotion.list')
  const scope = merchantScope(actor)
  const { sort, order, limit, cursor, ...filter } = input
  const rows = await listGridRows(ctx.db, scope, input)
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['promotions', scope, filter] }, () =>
    countGridRows(ctx.db, scope, input),
  )
  return toPage(rows, { name: sort, order, limit, total }, (row) => presentPromotion(row, input.promotionId, actor))
}
