import { addPayoutLine, holdInDraft } from '@quaff/features/payouts/server'
import { decideHold } from '@quaff/features/subscriptions/server'
import type { Context, Transaction } from '@quaff/platform/server/context'
import type { RefundProblem } from '../contract'
import { claimsOf, lineKindOf, lineReasonOf, owedOf, takenOf } from '../rules'
import { findChargeAt, listOfCharge, updateRefund, type StoredCharge, type StoredRefund } from './refund-store'

/**
 * Brings the lines and the hold of a charge to what its refunds and disputes say now; the difference is booked on behalf of
 * this one. The caller holds the merchant. Without a charge it waits, and books nothing.
 */
export async function settleRefund(ctx: Context, tx: Transaction, refund: StoredRefund): Promise<StoredRefund> {
  const charge = await findChargeAt(tx, { ...refund, chargeAt: refund.chargePeriodStart ?? refund.chargeAt })
  if (!charge) return refund
  const known = refund.chargePeriodStart
    ? refund
    : await updateRefund(tx, refund.id, { chargePeriodStart: charge.periodStart, updatedAt: ctx.clock.now() })
  const rows = await listOfCharge(tx, charge)
  if (known.kind === 'dispute') await settleHold(ctx, tx, charge, rows)
  await saveSums(ctx, tx, rows)
  const { taken, claimed } = takenOf(rows, charge)
  const stillToTake = taken - rows.reduce((sum, { bookedMinor }) => sum + bookedMinor, 0)
  const problem = problemOf(known, charge, claimed)
  if (stillToTake !== 0) await bookLine(ctx, tx, known, charge, stillToTake)
  if (stillToTake === 0 && problem === known.problem) return known
  const bookedMinor = known.bookedMinor + stillToTake
  return updateRefund(tx, known.id, { bookedMinor, problem, updatedAt: ctx.clock.now() })
}

/** Each refund that has its own event reduces what the sum counts for. */
async function saveSums(ctx: Context, tx: Transaction, rows: readonly StoredRefund[]): Promise<void> {
  const claims = claimsOf(rows)
  for (const row of rows) {
    const amountMinor = claims.get(row.id) ?? 0
    if (row.sumMinor !== null && amountMinor !== row.amountMinor)
      await updateRefund(tx, row.id, { amountMinor, updatedAt: ctx.clock.now() })
  }
}

function problemOf(refund: StoredRefund, charge: StoredCharge, claimed: number): RefundProblem | null {
  if (refund.currency !== charge.currency) return 'FOREIGN_CURRENCY'
  return claimed > owedOf(charge) && refund.status !== 'reversed' ? 'EXCEEDS_CHARGE' : null
}

function bookLine(ctx: Context, tx: Transaction, refund: StoredRefund, charge: StoredCharge, stillToTake: number) {
  const kind = lineKindOf(refund.kind, stillToTake)
  return addPayoutLine(ctx, tx, {
    merchantId: charge.merchantId,
    currency: charge.currency,
    kind,
    amountMinor: -stillToTake,
    reason: lineReasonOf(kind, refund.reason),
    charge,
    refundId: refund.id,
    by: refund.createdBy,
  })
}

/** Held while a dispute is open; what an administrator has released stays so. */
async function settleHold(ctx: Context, tx: Transaction, charge: StoredCharge, rows: readonly StoredRefund[]) {
  const hold = { ...charge, reason: 'dispute' } as const
  const isOpen = rows.some(
    ({ kind, status, currency }) => kind === 'dispute' && status === 'open' && currency === charge.currency,
  )
  const at = ctx.clock.now()
  if (isOpen) await holdInDraft(ctx, tx, { ...hold, createdAt: at })
  else await decideHold(tx, hold, { at, by: null, pays: true })
}
