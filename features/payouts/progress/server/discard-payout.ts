import { authorize, type Context, inTransaction, recordAudit } from '@quaff/platform/server'
import { payoutEvents } from '../../contract'
import { payoutPermissions } from '../../permissions'
import { deletePayout } from '../../server/payouts-store'
import type { PayoutActionInput } from '../contract'
import { auditDetails, lockForAction } from './change-payout'

/** Deletes a draft. Its charges are generated again with their period, and its adjustments wait for the next payout. */
export async function discardPayout(ctx: Context, input: PayoutActionInput): Promise<{ discarded: true }> {
  const actor = authorize(ctx.actor, payoutPermissions, 'payout.manage')
  await inTransaction(ctx, async (tx) => {
    const { before, merchantName } = await lockForAction(tx, actor, 'discard', input)
    await deletePayout(tx, before)
    await recordAudit(ctx, tx, {
      action: 'discard_payout',
      targetType: 'payout',
      event: payoutEvents.deleted,
      targetId: before.id,
      merchantId: before.merchantId,
      before: { ...auditDetails(before, merchantName), renewalCount: before.renewalCount },
    })
  })
  return { discarded: true }
}
