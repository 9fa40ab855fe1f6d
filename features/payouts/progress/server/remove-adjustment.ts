import type { Context, Transaction } from '@quaff/platform/server/context'
import type { Locked } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { payoutRefusals } from '../../refusals'
import type { StoredPayout } from '../../server/payouts-store'
import type { PayoutState, RemoveAdjustmentInput } from '../contract'
import { refusedRemoval, waitingIdOf } from '../rules'
import { adjustedBy } from './adjusted-by'
import { deleteAdjustmentOf, deleteWaiting, type StoredAdjustment } from './adjustment-store'
import { changePayout } from './change-payout'

/** Of a carried amount both lines go, or neither. Refuses with NOT_FOUND, and with CONFLICT and reason CARRIED, CARRIED_IN or BOOKED. */
export function removeAdjustment(
  ctx: Context,
  { adjustmentId, ...input }: RemoveAdjustmentInput,
): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'removeAdjustment',
    auditAction: 'remove_payout_adjustment',
    note: { adjustmentId },
    async patchOf(tx, payout) {
      const removed = await takeAway(tx, payout, adjustmentId)
      return adjustedBy(payout, -removed.amountMinor)
    },
  })
}

async function takeAway(
  tx: Transaction,
  payout: Locked<StoredPayout>,
  adjustmentId: string,
): Promise<StoredAdjustment> {
  const removed = await deleteAdjustmentOf(tx, payout, adjustmentId)
  if (!removed) throw refuse(payoutRefusals, 'ADJUSTMENT')
  const refusal = refusedRemoval(removed)
  if (refusal) throw refuse(payoutRefusals, refusal)
  if ((await deleteWaiting(tx, payout, waitingIdOf(removed.id))) === 'taken') throw refuse(payoutRefusals, 'CARRIED')
  return removed
}
