import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { PromotionRow, SetEnabledInput } from '../contract'
import { promotionPermissions } from '../permissions'
import { changePromotion } from './change-promotion'

export async function setEnabled(ctx: Context, input: SetEnabledInput): Promise<PromotionRow> {
  authorize(ctx.actor, promotionPermissions, 'promotion.write')
  const { row } = await inTransaction(ctx, (tx) => changePromotion(ctx, tx, input))
  return row
}
