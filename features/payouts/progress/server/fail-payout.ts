import type { Context } from '@quaff/platform/server/context'
import { tellOfFailure } from '../../statement/server/tell-of-statement'
import type { FailPayoutInput, PayoutState } from '../contract'
import { changePayout } from './change-payout'

/** The merchant reads the reason, also in an email. */
export function failPayout(ctx: Context, { reason, ...input }: FailPayoutInput): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'fail',
    auditAction: 'fail_payout',
    async patchOf(tx, payout, { at, by }) {
      await tellOfFailure(ctx, tx, payout, reason)
      return { settledAt: at, settledBy: by, failureReason: reason }
    },
  })
}
