import type { Context } from '@quaff/platform/server/context'
import { tellOfStatement } from '../../statement/server/tell-of-statement'
import type { PayoutActionInput, PayoutState } from '../contract'
import { changePayout } from './change-payout'

/** Also once more after a failure: where it went, and what became of that, belongs to the try before. */
export function approvePayout(ctx: Context, input: PayoutActionInput): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'approve',
    auditAction: 'approve_payout',
    async patchOf(tx, payout, { at, by }) {
      if (payout.status === 'draft') await tellOfStatement(ctx, tx, payout)
      return {
        approvedAt: at,
        approvedBy: by,
        sentAt: null,
        sentBy: null,
        settledAt: null,
        settledBy: null,
        failureReason: null,
        exportedAt: null,
        paidToLast4: null,
      }
    },
  })
}
