import { inArray } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { subscriptions } from '../tables'

/** Of these, those that are there already, whoever made them. */
export async function findKnownSubscriptions(tx: Transaction, rows: readonly { id: string }[]): Promise<Set<string>> {
  const ids = rows.map(({ id }) => id)
  const found = await tx.select({ id: subscriptions.id }).from(subscriptions).where(inArray(subscriptions.id, ids))
  return new Set(found.map(({ id }) => id))
}
