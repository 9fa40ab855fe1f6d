import { lockMerchant } from '@quaff/features/merchants/server'
import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse, staleVersion } from '@quaff/platform/shared/refusal'
import type { PromotionRow, UndoDisableInput } from '../contract'
import { promotionPermissions } from '../permissions'
import { promotionRefusals } from '../refusals'
import { mayUndo } from '../rules'
import { refuseByStatus, writePromotion } from './change-promotion'
import { findLastDisable, findStoredRow } from './promotion-store'

/** G38: within ten seconds whoever disabled it may enable it again with the values of the audit row. */
export async function undoDisable(ctx: Context, input: UndoDisableInput): Promise<PromotionRow> {
  const actor = authorize(ctx.actor, promotionPermissions, 'promotion.write')
  const scope = scopeToMerchant(actor, input.merchantId)
  return inTransaction(ctx, async (tx) => {
    const merchant = await lockMerchant(tx, scope)
    const stored = (await findStoredRow(tx, scope, input.promotionId))?.promotion
    if (!stored || stored.version !== input.version || stored.enabled) throw staleVersion()
    const disabled = await findLastDisable(tx, scope, input.promotionId)
    if (disabled?.adminUserId !== actor.userId || !mayUndo(disabled.occurredAt, ctx.clock.now()))
      throw refuse(promotionRefusals, 'UNDO_OVER')
    refuseByStatus(merchant.status)
    return writePromotion(
      ctx,
      tx,
      { actor, scope },
      {
        action: 'enable_promotion',
        merchant,
        promotionId: input.promotionId,
        stored,
        enabled: true,
        metadata: asDocument(disabled.before.metadata),
      },
    )
  })
}

function asDocument(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
