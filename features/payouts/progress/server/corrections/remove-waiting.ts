import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize, type Context, inTransaction, recordAudit, refuse } from '@quaff/platform/server'
import { payoutPermissions } from '../../../permissions'
import { payoutRefusals } from '../../../refusals'
import { lockMerchantOfPayouts } from '../../../server/payouts-store'
import type { RemoveWaitingInput } from '../../contract'
import { refusedRemoval } from '../../rules'
import { deleteWaitingOf } from '../adjustment-store'

/** Removes an adjustment that still waits. `removeAdjustment` removes it from a payout. */
export async function removeWaiting(ctx: Context, input: RemoveWaitingInput): Promise<{ removed: true }> {
  const actor = authorize(ctx.actor, payoutPermissions, 'payout.manage')
  const { merchantId, adjustmentId } = input
  await inTransaction(ctx, async (tx) => {
    const payee = await lockMerchantOfPayouts(tx, scopeToMerchant(actor, merchantId))
    const removed = payee && (await deleteWaitingOf(tx, payee, adjustmentId))
    if (!payee || !removed) throw refuse(payoutRefusals, 'ADJUSTMENT')
    const refusal = refusedRemoval(removed)
    if (refusal) throw refuse(payoutRefusals, refusal)
    const { currency, amountMinor, reason } = removed
    await recordAudit(ctx, tx, {
      action: 'remove_waiting_adjustment',
      targetType: 'payout_adjustment',
      targetId: adjustmentId,
      merchantId,
      before: { merchant: payee.name, currency, amountMinor, reason },
    })
  })
  return { removed: true }
}
