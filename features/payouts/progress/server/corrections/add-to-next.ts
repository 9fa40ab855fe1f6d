import type { Context } from '@quaff/platform/server'
import { addPayoutLine } from '../../../lines/server/add-payout-line'
import type { AddAdjustmentInput, PayoutState } from '../../contract'
import { changePayout } from '../change-payout'

/** Corrects a payout that cannot change. Its version increases, so that the same correction is not added twice. */
export function addToNext(ctx: Context, { amountMinor, reason, ...input }: AddAdjustmentInput): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'addToNext',
    auditAction: 'adjust_next_payout',
    note: { amountMinor, reason },
    async patchOf(tx, { merchantId, currency }, { by }) {
      await addPayoutLine(ctx, tx, { merchantId, currency, kind: 'manual', charge: null, amountMinor, reason, by })
      return {}
    },
  })
}
