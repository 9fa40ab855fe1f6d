import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { held, inText, type Locked, refuse, type Transaction } from '@quaff/platform/server'
import { payoutRefusals } from '../../refusals'
import { payoutCharges, payouts } from '../../server/tables'

type OfMerchant = { merchantId: string }
type LinePayee = OfMerchant & { name: string }

/**
 * Locks the merchant first, like every payout action. `for no key update` avoids a deadlock with foreign keys from rows
 * of the same transaction.
 */
export async function lockPayee(tx: Transaction, { merchantId }: OfMerchant) {
  const [merchant] = await tx
    .select({ name: merchants.name })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
    .for('no key update')
  if (!merchant) throw refuse(payoutRefusals, 'PAYOUT')
  return held({ merchantId, name: merchant.name })
}

/** Locks the newest draft of the merchant in that currency. */
export async function lockDraft(tx: Transaction, { merchantId }: Locked<LinePayee>, currency: string) {
  const [draft] = await tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.merchantId, merchantId), eq(payouts.currency, currency), eq(payouts.status, 'draft')))
    .orderBy(desc(payouts.period))
    .limit(inText(1))
    .for('update')
  return draft && held(draft)
}

type ChargeKey = { subscriptionId: string; periodStart: Date }
const isCharge = ({ subscriptionId, periodStart }: ChargeKey) =>
  and(eq(payoutCharges.subscriptionId, subscriptionId), eq(payoutCharges.periodStart, periodStart))

/** Unlinks the charge from the draft that pays it. Returns undefined if no draft does. */
export async function unlinkFromDraft(tx: Transaction, { merchantId }: Locked<LinePayee>, charge: ChargeKey) {
  const [found] = await tx
    .select({ draft: payouts })
    .from(payoutCharges)
    .innerJoin(payouts, eq(payouts.id, payoutCharges.payoutId))
    .where(and(isCharge(charge), eq(payouts.merchantId, merchantId), eq(payouts.status, 'draft')))
    .for('update', { of: payouts })
  if (!found) return undefined
  await tx.delete(payoutCharges).where(and(isCharge(charge), eq(payoutCharges.payoutId, found.draft.id)))
  return held(found.draft)
}

/** Locks merchants in id order, so that no generation takes their charges before the transaction ends. */
export async function lockPayees(tx: Transaction, merchantIds: readonly string[]) {
  await tx
    .select({ id: merchants.id })
    .from(merchants)
    .where(inArray(merchants.id, [...new Set(merchantIds)]))
    .orderBy(asc(merchants.id))
    .for('no key update')
}

/** Returns the starts (ms) of a subscription's charges that payouts have taken. */
export async function listTakenStarts(tx: Transaction, subscriptionId: string) {
  const rows = await tx
    .select({ start: payoutCharges.periodStart })
    .from(payoutCharges)
    .where(sql`${payoutCharges.subscriptionId} = ${subscriptionId}`)
  return new Set(rows.map(({ start }) => start.getTime()))
}
