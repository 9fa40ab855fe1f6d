import { merchantScope, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize, type Context, inTransaction, publishLive, recordAudit, refuse } from '@quaff/platform/server'
import { redemptionPermissions } from '../../permissions'
import { keepRefusals, redemptionRefusals } from '../../refusals'
import type { KeepRedemptionInput, UsageRow } from '../../usage-contract'
import { redemptionDefaults } from '../../view-contract'
import { presentUsage } from './read-redemptions'
import { findUsageRow, lockRedemption, saveMark } from './usage-store'
import { readVenue } from './venue-store'

/** Says that a flagged redemption is fine, or takes it back. Repeating it keeps who said it first. */
export async function keepRedemption(ctx: Context, input: KeepRedemptionInput): Promise<UsageRow> {
  const actor = authorize(ctx.actor, redemptionPermissions, 'redemption.keep')
  const scope = merchantScope(actor)
  const { redemptionId: id, redeemedAt, isKept } = input
  return inTransaction(ctx, async (tx) => {
    const redemption = await lockRedemption(tx, scope, { id, redeemedAt })
    if (!redemption) throw refuse(redemptionRefusals, 'REDEMPTION')
    const { merchantId } = redemption
    const venue = await readVenue(tx, scopeToMerchant(actor, merchantId), ctx.settings.timeZone)
    if (!venue.hasMerchant) throw refuse(redemptionRefusals, 'REDEMPTION')
    if (redemption.status !== redemptionDefaults.status) throw refuse(keepRefusals, 'NOT_COMPLETED')
    if ((redemption.keptAt !== null) !== isKept) {
      await saveMark(tx, redemption, { keptAt: isKept ? ctx.clock.now() : null, keptBy: isKept ? actor.userId : null })
      await recordAudit(ctx, tx, {
        action: isKept ? 'keep_redemption' : 'flag_redemption',
        targetType: 'redemption',
        targetId: id,
        merchantId,
        after: { redeemedAt: redeemedAt.toISOString() },
      })
      await publishLive(tx, { topic: 'redemption', subjectId: merchantId, merchantId })
    }
    const kept = await findUsageRow(tx, scope, { id, redeemedAt })
    if (!kept) throw refuse(redemptionRefusals, 'REDEMPTION')
    return presentUsage(kept, venue, actor)
  })
}
