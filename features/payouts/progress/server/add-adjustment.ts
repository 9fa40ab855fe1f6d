import type { Context } from '@quaff/platform/server/context'
import type { AddAdjustmentInput, PayoutState } from '../contract'
import { adjustedBy } from './adjusted-by'
import { insertAdjustments, noCharge } from './adjustment-store'
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
