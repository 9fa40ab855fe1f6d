import type { Context } from '@quaff/platform/server'
import type { PayoutActionInput, PayoutState } from '../../contract'
import { changePayout } from '../change-payout'

export function closePayout(ctx: Context, input: PayoutActionInput): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'close',
    auditAction: 'close_payout',
    patchOf: (_, __, { at, by }) => ({ settledAt: at, settledBy: by }),
  })
}
