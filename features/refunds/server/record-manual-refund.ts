import { lockPayee } from '@quaff/features/payouts/server'
import { merchantScope } from '@quaff/features/sessions/server'
import { decideHold } from '@quaff/features/subscriptions/server'
import { authorize, type Context, inTransaction, once, recordAudit, refuse } from '@quaff/platform/server'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import type { RecordRefundInput, RefundIdInput } from '../contract'
import { refundPermissions } from '../permissions'
import { refundRefusals } from '../refusals'
import { isReported, owedOf, takenOf } from '../rules'
import { placeRefunds, recordRefund } from './record-refund'
import { findCharge, findRefund, listOfCharge } from './refund-store'

/** Books what the platform has paid back to a subscriber; not more than is left of the charge. */
export async function recordManualRefund(
  ctx: Context,
  { requestKey, ...input }: RecordRefundInput,
): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, refundPermissions, 'refund.manage')
  return inTransaction(ctx, (tx) =>
    once(ctx, tx, { action: 'record_refund', key: requestKey, input }, async () => {
      const charge = await findCharge(tx, merchantScope(actor), input)
      if (!charge) throw refuse(refundRefusals, 'CHARGE')
      await lockPayee(tx, charge)
      // A reported refund that waits for this charge counts first.
      await placeRefunds(ctx, tx, [charge.subscriptionId])
      const rows = await listOfCharge(tx, charge)
      const { amountMinor, isAnother = false } = input
      const named = (minor: number) => `${decimalText(minor, charge.currency)} ${charge.currency.toUpperCase()}`
      const left = owedOf(charge) - takenOf(rows, charge).taken
      if (amountMinor > left) throw refuse(refundRefusals, 'EXCEEDS_CHARGE', named(left))
      if (!isAnother && rows.some((row) => isReported(row, amountMinor)))
        throw refuse(refundRefusals, 'ALREADY_RECORDED', named(amountMinor))
      const now = ctx.clock.now()
      const { id } = await recordRefund(ctx, tx, {
        source: 'manual',
        providerId: ctx.ids.newId('man'),
        kind: 'refund',
        status: 'recorded',
        merchantId: charge.merchantId,
        subscriptionId: charge.subscriptionId,
        chargeAt: charge.periodStart,
        amountMinor,
        isAnother,
        currency: charge.currency,
        reason: input.reason,
        occurredAt: now,
        stateAt: now,
        createdBy: actor.userId,
      })
      return { id }
    }),
  )
}

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
