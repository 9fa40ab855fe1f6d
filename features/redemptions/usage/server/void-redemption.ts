import { merchantScope, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize, type Context, inTransaction, recordAudit, refuse } from '@quaff/platform/server'
import { redemptionPermissions } from '../../permissions'
import { redemptionRefusals, voidRefusals } from '../../refusals'
import { lockTotals } from '../../server/hour-store'
import { writeRedemptions } from '../../server/write-redemptions'
import type { UsageRow, VoidRedemptionInput } from '../../usage-contract'
import { voidRefusal } from '../../usage-rules'
import { presentUsage } from './read-redemptions'
import { findUsageRow, lockRedemption, saveMark } from './usage-store'
import { readVenue } from './venue-store'

/** Removes a redemption from every count. The row stays, with who voided it and why. */
export async function voidRedemption(ctx: Context, input: VoidRedemptionInput): Promise<UsageRow> {
  const actor = authorize(ctx.actor, redemptionPermissions, 'redemption.void')
  const scope = merchantScope(actor)
  const key = { id: input.redemptionId, redeemedAt: input.redeemedAt }
  const { timeZone } = ctx.settings
  return inTransaction(ctx, async (tx) => {
    const found = await findUsageRow(tx, scope, key)
    if (!found) throw refuse(redemptionRefusals, 'REDEMPTION')
    const venue = await readVenue(tx, scopeToMerchant(actor, found.merchantId), timeZone)
    if (!venue.hasMerchant) throw refuse(redemptionRefusals, 'REDEMPTION')
    await lockTotals(tx, [found.merchantId])
    const redemption = await lockRedemption(tx, scope, key)
    if (!redemption) throw refuse(redemptionRefusals, 'REDEMPTION')
    const now = ctx.clock.now()
    const reason = voidRefusal({ ...redemption, role: actor.role }, now, venue.timeZone)
    if (reason) throw refuse(voidRefusals, reason)
    await writeRedemptions(ctx, tx, [{ ...redemption, status: 'voided' }])
    await saveMark(tx, redemption, { voidedAt: now, voidedBy: actor.userId, voidReason: input.reason })
    await recordAudit(ctx, tx, {
      action: 'void_redemption',
      targetType: 'redemption',
      targetId: redemption.id,
      merchantId: redemption.merchantId,
      before: { status: redemption.status, redeemedAt: redemption.redeemedAt.toISOString() },
      after: { status: 'voided', redeemedAt: redemption.redeemedAt.toISOString(), reason: input.reason },
    })
    const voided = await findUsageRow(tx, scope, key)
    if (!voided) throw refuse(redemptionRefusals, 'REDEMPTION')
    return presentUsage(voided, venue, actor)
  })
}
