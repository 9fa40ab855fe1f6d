import { inArray } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { importedRows } from '@quaff/platform/server/imported-rows'
import { chargeBillings } from '../charges/server/tables'
import { chargeHolds, subscriptionAffiliates, subscriptionCharges, subscriptionEvents, subscriptions } from './tables'

/** Only for versions. Rows are written and deleted by the functions that also move the counters. */
export const subscriptionDocumentRows = importedRows(subscriptions, [subscriptions.id])

/** Deletes subscriptions with their own rows in other tables. No payout may contain their charges. */
export async function deleteSubscriptions(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (const table of [subscriptionAffiliates, chargeBillings, chargeHolds, subscriptionCharges, subscriptionEvents])
    await tx.delete(table).where(inArray(table.subscriptionId, [...ids]))
  await tx.delete(subscriptions).where(inArray(subscriptions.id, [...ids]))
}

/** Returns the ids that already exist. */
export async function findKnownSubscriptions(tx: Transaction, rows: readonly { id: string }[]): Promise<Set<string>> {
  const ids = rows.map(({ id }) => id)
  const found = await tx.select({ id: subscriptions.id }).from(subscriptions).where(inArray(subscriptions.id, ids))
  return new Set(found.map(({ id }) => id))
}
