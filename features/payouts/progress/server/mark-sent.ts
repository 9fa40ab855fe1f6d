import type { Context } from '@quaff/platform/server/context'
import type { PayoutActionInput, PayoutState } from '../contract'
import { changePayout } from './change-payout'

export function markSent(ctx: Context, input: PayoutActionInput): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'markSent',
    auditAction: 'send_payout',
    patchOf: (_, __, { at, by }) => ({ sentAt: at, sentBy: by }),
  })
}
