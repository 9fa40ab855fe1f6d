import type { Context } from '@quaff/platform/server/context'
import type { PayoutActionInput, PayoutState } from '../contract'
import { changePayout } from './change-payout'
import { keepPastSteps } from './corrections/past-steps-store'

/** A bank file that named it no longer counts: its amount may change now. */
export function reopenPayout(ctx: Context, input: PayoutActionInput): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'reopen',
    auditAction: 'reopen_payout',
    async patchOf(tx, payout, { at, by }) {
      await keepPastSteps(tx, payout, { status: 'draft', at, byId: by, reason: null })
      return {
        approvedAt: null,
        approvedBy: null,
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
