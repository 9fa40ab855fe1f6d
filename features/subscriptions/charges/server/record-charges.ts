import { merchantScope } from '@quaff/features/sessions/server'
import { authorize, type Context, inTransaction, recordAudit, refuse, type Transaction } from '@quaff/platform/server'
import type { DecideOverlapInput, HoldReason } from '../../charges-contract'
import { doOverlap, isSamePeriod } from '../../charges-rules'
import { subscriptionPermissions } from '../../permissions'
import { chargeRefusals, subscriptionRefusals } from '../../refusals'
import { lockSubscription } from '../../server/ending-store'
import { insertCharges } from '../../server/history-store'
import type { Charge } from '../../writing-rules'
import { listBillings, listChargesAround, holdCharge, decideHold } from './billing-store'

/**
 * Writes the charges of new periods. An overlapping charge is held until its billed amount is known or an administrator
 * decides, so that no day is paid twice.
 */
export async function recordCharges(tx: Transaction, charges: readonly Charge[]) {
  if (charges.length === 0) return
  const around = await listChargesAround(tx, charges)
  const othersOf = ({ subscriptionId }: Charge) => around.filter((one) => one.subscriptionId === subscriptionId)
  const fresh = charges.filter((charge) => !othersOf(charge).some((one) => isSamePeriod(one, charge)))
  await insertCharges(tx, fresh)
  const overlapping = fresh.filter((charge) => othersOf(charge).some((one) => doOverlap(one, charge)))
  if (overlapping.length === 0) return
  const billings = await listBillings(
    tx,
    overlapping.map(({ subscriptionId }) => subscriptionId),
  )
  for (const charge of overlapping) {
    const isBilled = billings.some(
      (one) => one.subscriptionId === charge.subscriptionId && !one.isProration && isSamePeriod(one, charge),
    )
    if (!isBilled) await holdCharge(tx, { ...charge, reason: 'overlap', createdAt: charge.recordedAt })
  }
}

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
