import type { Context } from '@quaff/platform/server/context'
import type { FailPayoutInput, PayoutState } from '../contract'
import { changePayout } from './change-payout'

/** The merchant reads the reason too. */
export function failPayout(ctx: Context, { reason, ...input }: FailPayoutInput): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'fail',
    auditAction: 'fail_payout',
    patchOf: (_, __, { at, by }) => ({ settledAt: at, settledBy: by, failureReason: reason }),
  })
}
