import { inArray } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { importedRows } from '@quaff/platform/server/imported-rows'
import { chargeBillings } from '../charges/server/tables'
import { chargeHolds, subscriptionAffiliates, subscriptionCharges, subscriptionEvents, subscriptions } from './tables'

/** For their versions: rows are written and taken away by the verbs that move the counters with them. */
export const subscriptionDocumentRows = importedRows(subscriptions, [subscriptions.id])

/** With all that is kept of them alone. No payout may name their charges. */
export async function deleteSubscriptions(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (const table of [subscriptionAffiliates, chargeBillings, chargeHolds, subscriptionCharges, subscriptionEvents])
    await tx.delete(table).where(inArray(table.subscriptionId, [...ids]))
  await tx.delete(subscriptions).where(inArray(subscriptions.id, [...ids]))
}

/** Of these, those that are there already, whoever made them. */
export async function findKnownSubscriptions(tx: Transaction, rows: readonly { id: string }[]): Promise<Set<string>> {
  const ids = rows.map(({ id }) => id)
  const found = await tx.select({ id: subscriptions.id }).from(subscriptions).where(inArray(subscriptions.id, ids))
  return new Set(found.map(({ id }) => id))
}
