import type { Context } from '@quaff/platform/server/context'
import type { PayoutActionInput, PayoutState } from '../contract'
import { changePayout } from './change-payout'

/** A bank file that named it no longer counts: its amount may change now. */
export function reopenPayout(ctx: Context, input: PayoutActionInput): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'reopen',
    auditAction: 'reopen_payout',
    patchOf: () => ({ approvedAt: null, approvedBy: null, exportedAt: null, paidToLast4: null }),
  })
}
