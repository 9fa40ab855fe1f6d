import { and, eq, sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type MerchantScope, type OneMerchant } from '@quaff/features/sessions/server'
import { held, type Locked, refuse, type Transaction } from '@quaff/platform/server'
import { payoutRefusals } from '../refusals'
import { payouts } from './tables'

export type StoredPayout = typeof payouts.$inferSelect
export type PayoutPatch = Partial<
  Omit<StoredPayout, 'id' | 'merchantId' | 'period' | 'periodStart' | 'periodEnd' | 'currency' | 'version'>
>

export type Payee = { id: string; name: string }
const payee = { id: merchants.id, name: merchants.name }

/** Locks the merchant first, as every verb does, so that generation, adjustment and deletion are serialized. */
export async function lockMerchantOfPayouts(tx: Transaction, scope: OneMerchant) {
  const [row] = await tx.select(payee).from(merchants).where(scopeWhere(scope, merchants.id)).for('update')
  return row && held(row)
}

/** Locks a payout after its merchant. */
export async function lockPayout(
  tx: Transaction,
  scope: MerchantScope,
  payoutId: string,
): Promise<{ payout: Locked<StoredPayout>; merchantName: string }> {
  const [merchant] = await tx
    .select(payee)
    .from(merchants)
    .innerJoin(payouts, eq(payouts.merchantId, merchants.id))
    .where(and(scopeWhere(scope, payouts.merchantId), eq(payouts.id, payoutId)))
    .for('update', { of: merchants })
  if (!merchant) throw refuse(payoutRefusals, 'PAYOUT')
  const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payoutId)).for('update')
  if (!payout) throw refuse(payoutRefusals, 'PAYOUT')
  return { payout: held(payout), merchantName: merchant.name }
}

export async function updatePayout(tx: Transaction, { id }: Locked<StoredPayout>, patch: PayoutPatch) {
  const [updated] = await tx
    .update(payouts)
    .set({ ...patch, version: sql`${payouts.version} + 1` })
    .where(eq(payouts.id, id))
    .returning()
  if (!updated) throw refuse(payoutRefusals, 'PAYOUT')
  return updated
}

/** Deletes a payout. Foreign keys free its charges and adjustments. */
export async function deletePayout(tx: Transaction, { id }: Locked<StoredPayout>) {
  await tx.delete(payouts).where(eq(payouts.id, id))
}
