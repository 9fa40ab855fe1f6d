import { asc, inArray, sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import type { Transaction } from '@quaff/platform/server/context'
import { payoutCharges } from '../../server/tables'

/** Keeps generation from taking charges of these merchants until the transaction ends; the merchants in order. */
export async function lockPayees(tx: Transaction, merchantIds: readonly string[]): Promise<void> {
  await tx
    .select({ id: merchants.id })
    .from(merchants)
    .where(inArray(merchants.id, [...new Set(merchantIds)]))
    .orderBy(asc(merchants.id))
    .for('no key update')
}

/** Starts of the charges of a subscription that payouts have taken. */
export async function listTakenStarts(tx: Transaction, subscriptionId: string): Promise<Set<number>> {
  const rows = await tx
    .select({ start: payoutCharges.periodStart })
    .from(payoutCharges)
    .where(sql`${payoutCharges.subscriptionId} = ${subscriptionId}`)
  return new Set(rows.map(({ start }) => start.getTime()))
}
