import {
  keepPaidUntil,
  lockPaidLater,
  type PaidPass,
  subscriptionDocumentRows,
} from '@quaff/features/subscriptions/server'
import type { Transaction } from '@quaff/platform/server/context'
import { moveVersions } from './document-store'

/** An instant only moves on: what was paid once stays so. It is no edit, so whoever takes the import back still may. */
export async function keepPaidPasses(tx: Transaction, passes: readonly PaidPass[]): Promise<void> {
  const later = await lockPaidLater(tx, passes)
  const ids = later.map(({ id }) => id)
  const before = await subscriptionDocumentRows.versions(tx, ids)
  await keepPaidUntil(tx, later)
  await moveVersions(tx, 'subscriptions', before, await subscriptionDocumentRows.versions(tx, ids))
}
