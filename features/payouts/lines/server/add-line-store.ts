import { and, desc, eq } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import type { Transaction } from '@quaff/platform/server/context'
import { held, type Locked } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { payoutRefusals } from '../../refusals'
import type { StoredPayout } from '../../server/payouts-store'
import { payouts } from '../../server/tables'

type Payee = { merchantId: string; currency: string; name: string }

/**
 * The merchant first, as every verb of payouts locks. Not `for update`: rows that refer to the merchant, as subscriptions
 * of the same transaction do, would let two writers wait for each other.
 */
export async function lockForLine(
  tx: Transaction,
  { merchantId, currency }: { merchantId: string; currency: string },
): Promise<{ payee: Locked<Payee>; draft: Locked<StoredPayout> | undefined }> {
  const [merchant] = await tx
    .select({ name: merchants.name })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
    .for('no key update')
  if (!merchant) throw refuse(payoutRefusals, 'PAYOUT')
  const [draft] = await tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.merchantId, merchantId), eq(payouts.currency, currency), eq(payouts.status, 'draft')))
    .orderBy(desc(payouts.period))
    .limit(1)
    .for('update')
  return { payee: held({ merchantId, currency, name: merchant.name }), draft: draft && held(draft) }
}
