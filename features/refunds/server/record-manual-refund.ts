import { lockPayee } from '@quaff/features/payouts/server'
import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { once } from '@quaff/platform/server/once'
import { inTransaction } from '@quaff/platform/server/transaction'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { refuse } from '@quaff/platform/shared/refusal'
import type { RecordRefundInput } from '../contract'
import { refundPermissions } from '../permissions'
import { refundRefusals } from '../refusals'
import { isReported, owedOf, takenOf } from '../rules'
import { placeRefunds } from './place-refunds'
import { recordRefund } from './record-refund'
import { findCharge } from './refund-read-store'
import { listOfCharge } from './refund-store'

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
