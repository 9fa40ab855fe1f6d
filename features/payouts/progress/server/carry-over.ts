import type { Context } from '@quaff/platform/server/context'
import type { PayoutActionInput, PayoutState } from '../contract'
import { carryOverLines, waitingIdOf } from '../rules'
import { adjustedBy } from './adjusted-by'
import { insertAdjustments, noCharge } from './adjustment-store'
import { changePayout } from './change-payout'

/** What is below zero waits for the merchant's next payout in this currency; this one comes to exactly 0. */
export function carryOver(ctx: Context, input: PayoutActionInput): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'carryOver',
    auditAction: 'carry_payout',
    async patchOf(tx, payout, { at, by }) {
      const { here, waiting } = carryOverLines({ period: payout.period, net: payout.netMinor })
      const id = ctx.ids.newId('adj')
      const line = { ...noCharge, kind: 'carry' as const, createdAt: at, createdBy: by }
      await insertAdjustments(tx, payout, [
        { ...line, ...here, id, payoutId: payout.id },
        { ...line, ...waiting, id: waitingIdOf(id), payoutId: null },
      ])
      return adjustedBy(payout, here.amountMinor)
    },
  })
}
