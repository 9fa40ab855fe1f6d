import { merchantScope } from '@quaff/features/sessions/server'
import { decideHold } from '@quaff/features/subscriptions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import type { RefundIdInput } from '../contract'
import { refundPermissions } from '../permissions'
import { refundRefusals } from '../refusals'
import { findRefund } from './refund-read-store'

/** The merchant is paid although the dispute is open: if it is lost, its line takes the amount back. */
export async function releaseCharge(ctx: Context, { refundId }: RefundIdInput): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, refundPermissions, 'refund.manage')
  await inTransaction(ctx, async (tx) => {
    const refund = await findRefund(tx, merchantScope(actor), refundId)
    if (!refund) throw refuse(refundRefusals, 'REFUND')
    const { subscriptionId, chargePeriodStart: periodStart, merchantId } = refund
    const hold = periodStart && { subscriptionId, periodStart, reason: 'dispute' as const }
    const at = ctx.clock.now()
    const released = hold && (await decideHold(tx, hold, { at, by: actor.userId, pays: true }))
    if (!released) throw refuse(refundRefusals, 'NOT_HELD')
    await recordAudit(ctx, tx, {
      action: 'release_charge',
      targetType: 'refund',
      targetId: refundId,
      merchantId,
      after: { subscriptionId, amountMinor: refund.amountMinor, currency: refund.currency },
    })
  })
  return { id: refundId }
}
