import type { Context } from '@quaff/platform/server/context'
import { tellOfStatement } from '../../statement/server/tell-of-statement'
import type { PayoutActionInput, PayoutState } from '../contract'
import { changePayout } from './change-payout'
import { keepPastSteps } from './corrections/past-steps-store'

/** Also once more after a failure. A payout of 0 is settled with it: no bank order follows. */
export function approvePayout(ctx: Context, input: PayoutActionInput): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'approve',
    auditAction: 'approve_payout',
    async patchOf(tx, payout, { at, by, status }) {
      if (payout.status === 'draft') await tellOfStatement(ctx, tx, payout)
      await keepPastSteps(tx, payout)
      const isSettled = status === 'confirmed'
      return {
        approvedAt: at,
        approvedBy: by,
        sentAt: null,
        sentBy: null,
        settledAt: isSettled ? at : null,
        settledBy: isSettled ? by : null,
        failureReason: null,
        exportedAt: null,
        paidToLast4: null,
      }
    },
  })
}
