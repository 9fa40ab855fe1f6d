import {
  correctionOf,
  settlementsOf,
  type BilledCharge,
  type Period,
} from '@quaff/features/subscriptions/charges-rules'
import {
  decideHold,
  insertCharges,
  listBillings,
  listChargesOf,
  listOpenOverlaps,
  lockSubscriptions,
  saveOwed,
  type StoredBilling,
  type StoredCharge,
  type SubscriptionRow,
} from '@quaff/features/subscriptions/server'
import type { Context, Transaction } from '@quaff/platform/server'
import { listTakenStarts, lockPayees } from './add-line-store'
import { addPayoutLine } from './add-payout-line'

type SettleOptions = {
  /** Another system charged the periods up to this start, so they get no new charge. */
  chargedUntil?: Date | null
}

/**
 * Adjusts the charges of these subscriptions to the billed amounts. An unpaid charge gets a new amount; any other gets
 * one correction line. Idempotent; call it after billings and subscription states are written.
 */
export async function settleBilled(
  ctx: Context,
  tx: Transaction,
  subscriptionIds: readonly string[],
  { chargedUntil = null }: SettleOptions = {},
) {
  const billings = await listBillings(tx, subscriptionIds)
  if (billings.length === 0) return
  const ids = [...new Set(billings.map(({ subscriptionId }) => subscriptionId))].sort()
  const rows = [...(await lockSubscriptions(tx, ids)).values()]
  await lockPayees(
    tx,
    rows.map(({ merchantId }) => merchantId),
  )
  for (const row of rows.toSorted((one, other) => (one.merchantId < other.merchantId ? -1 : 1)))
    await settleOne(
      ctx,
      tx,
      row,
      billings.filter(({ subscriptionId }) => subscriptionId === row.id),
      chargedUntil,
    )
}

async function settleOne(
  ctx: Context,
  tx: Transaction,
  row: SubscriptionRow,
  billings: readonly StoredBilling[],
  chargedUntil: Date | null,
) {
  const read = async () => settlementsOf(await listChargesOf(tx, row.id), billings, mayCharge(row, chargedUntil))
  const found = await read()
  const made = found.missing.map((charge) => chargeOfBilled(charge, row, ctx.clock.now()))
  await insertCharges(tx, made)
  const { settlements } = made.length > 0 ? await read() : found
  const [taken, held] = [await listTakenStarts(tx, row.id), await listOpenOverlaps(tx, row.id)]
  for (const { charge, owed, isBilled } of settlements) {
    const start = charge.periodStart.getTime()
    await settleCharge(ctx, tx, charge, { owed, isTaken: taken.has(start) })
    if (isBilled && held.has(start))
      await decideHold(tx, { ...charge, reason: 'overlap' }, { at: ctx.clock.now(), by: null, pays: true })
  }
}

async function settleCharge(
  ctx: Context,
  tx: Transaction,
  charge: StoredCharge,
  { owed, isTaken }: { owed: number; isTaken: boolean },
) {
  const { amountMinor, lineMinor } = correctionOf({ ...charge, isTaken }, owed)
  if (amountMinor === charge.amountMinor && lineMinor === 0) return
  const correctedMinor = charge.correctedMinor + lineMinor
  await saveOwed(tx, { ...charge, amountMinor, listMinor: charge.listMinor ?? charge.amountMinor, correctedMinor })
  if (lineMinor === 0) return
  const { merchantId, currency, subscriptionId, periodStart } = charge
  await addPayoutLine(ctx, tx, {
    merchantId,
    currency,
    kind: 'correction',
    amountMinor: lineMinor,
    reason: isTaken ? 'Billed amount differs from the amount paid out' : 'Credit for a change of plan',
    charge: { subscriptionId, periodStart },
  })
}

/** An invoice creates no charge for periods that another system charged or that an administrator ended. */
function mayCharge({ paidUntil, status, canceledBy, updatedAt }: SubscriptionRow, chargedUntil: Date | null) {
  const endedAt = status === 'canceled' && canceledBy !== null ? updatedAt : null
  return ({ periodStart }: Period) =>
    !(paidUntil && periodStart < paidUntil) &&
    !(chargedUntil && periodStart <= chargedUntil) &&
    !(endedAt && periodStart >= endedAt)
}

const chargeOfBilled = (
  { periodStart, periodEnd, amountMinor, listMinor, isProration, currency }: BilledCharge,
  { id: subscriptionId, merchantId, planId, userId }: SubscriptionRow,
  recordedAt: Date,
) => ({
  subscriptionId,
  periodStart,
  periodEnd,
  merchantId,
  planId,
  userId,
  amountMinor,
  listMinor,
  isProration,
  currency,
  recordedAt,
})
