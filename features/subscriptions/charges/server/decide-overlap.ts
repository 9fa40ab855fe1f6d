import { merchantScope } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import type { DecideOverlapInput, HoldReason } from '../../charges-contract'
import { subscriptionPermissions } from '../../permissions'
import { chargeRefusals, subscriptionRefusals } from '../../refusals'
import { lockSubscription } from '../../server/ending-store'
import { decideHold } from './hold-store'

export async function decideOverlap(
  ctx: Context,
  { subscriptionId, periodStart, pays }: DecideOverlapInput,
): Promise<{ subscriptionId: string }> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'charge.decide')
  await inTransaction(ctx, async (tx) => {
    const row = await lockSubscription(tx, merchantScope(actor), subscriptionId)
    if (!row) throw refuse(subscriptionRefusals, 'SUBSCRIPTION')
    const decide = (reason: HoldReason) =>
      decideHold(tx, { subscriptionId, periodStart, reason }, { at: ctx.clock.now(), by: actor.userId, pays })
    const decided = (await decide('overlap')) ?? (await decide('paid_overlap'))
    if (!decided) throw refuse(chargeRefusals, 'NO_OPEN_OVERLAP')
    if (decided.reason === 'paid_overlap' && !pays) throw refuse(chargeRefusals, 'PAID_OVERLAP')
    await recordAudit(ctx, tx, {
      action: 'decide_overlap',
      targetType: 'subscription',
      targetId: subscriptionId,
      merchantId: row.merchantId,
      after: { periodStart: periodStart.toISOString(), pays },
    })
  })
  return { subscriptionId }
}
