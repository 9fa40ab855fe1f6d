import { type Context, type Locked, refuse, type Transaction } from '@quaff/platform/server'
import { exactly } from '../../amount-rules'
import { payoutRefusals } from '../../refusals'
import type { StoredPayout } from '../../server/payouts-store'
import type { AddAdjustmentInput, PayoutState, RemoveAdjustmentInput } from '../contract'
import { refusedRemoval, waitingIdOf } from '../rules'
import { deleteAdjustmentOf, deleteWaiting, insertAdjustments, noCharge } from './adjustment-store'
import { changePayout } from './change-payout'

export function addAdjustment(
  ctx: Context,
  { amountMinor, reason, ...input }: AddAdjustmentInput,
): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'addAdjustment',
    auditAction: 'adjust_payout',
    note: { amountMinor, reason },
    async patchOf(tx, payout, { at, by }) {
      const patch = adjustedBy(payout, amountMinor)
      const line = { id: ctx.ids.newId('adj'), payoutId: payout.id, createdAt: at, createdBy: by }
      await insertAdjustments(tx, payout, [{ ...noCharge, ...line, kind: 'manual', amountMinor, reason }])
      return patch
    },
  })
}

/**
 * Removes both lines of a carried amount, or neither. Refuses with NOT_FOUND, and with CONFLICT and reason CARRIED,
 * CARRIED_IN or BOOKED.
 */
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

async function takeAway(tx: Transaction, payout: Locked<StoredPayout>, adjustmentId: string) {
  const removed = await deleteAdjustmentOf(tx, payout, adjustmentId)
  if (!removed) throw refuse(payoutRefusals, 'ADJUSTMENT')
  const refusal = refusedRemoval(removed)
  if (refusal) throw refuse(payoutRefusals, refusal)
  if ((await deleteWaiting(tx, payout, waitingIdOf(removed.id))) === 'taken') throw refuse(payoutRefusals, 'CARRIED')
  return removed
}

/** Returns the amounts after one more line. Refuses a sum that is not exact instead of rounding it. */
export function adjustedBy({ adjustmentsMinor, netMinor }: StoredPayout, amountMinor: number) {
  try {
    return { adjustmentsMinor: exactly(adjustmentsMinor + amountMinor), netMinor: exactly(netMinor + amountMinor) }
  } catch {
    throw refuse(payoutRefusals, 'AMOUNT')
  }
}
