import { findPeopleVersions, writePeople } from '@quaff/features/accounts/server'
import { merchantDocumentRows } from '@quaff/features/merchants/server'
import type { SubscriptionWrite } from '@quaff/features/subscriptions/server'
import type { Transaction } from '@quaff/platform/server/context'
import { saveStandIns } from './document-store'
import type { RenamedIds } from './renamed-ids'

/**
 * Merchants and people that subscriptions name and that the old system has lost: a merchant in the archive, and a person
 * without a name. What was paid and drunk stays somebody's.
 */
export async function insertStandIns(
  tx: Transaction,
  rows: readonly SubscriptionWrite[],
  { runId, now, renamed }: { runId: string; now: Date; renamed: RenamedIds },
): Promise<void> {
  const named = (pick: (row: SubscriptionWrite) => string | null | undefined) => [
    ...new Set(rows.flatMap((row) => pick(row) ?? [])),
  ]
  const merchantIds = named(({ merchantId }) => merchantId)
  const merchants = await merchantDocumentRows.versions(tx, merchantIds)
  const times = { createdAt: now, updatedAt: now, statusChangedAt: now }
  const archived = await merchantDocumentRows.write(
    tx,
    merchantIds
      .filter((id) => !merchants.has(id))
      .map((id) => ({ id, name: 'Unknown Merchant', status: 'archived', ...times })),
  )
  await saveStandIns(tx, { runId, renamed }, 'merchants', archived)
  const userIds = named(({ userId }) => userId)
  const people = await findPeopleVersions(tx, userIds)
  const missing = userIds.filter((id) => !people.has(id))
  const { versions } = await writePeople(
    tx,
    missing.map((id) => ({ id, email: null, createdAt: now, updatedAt: now })),
  )
  await saveStandIns(tx, { runId, renamed }, 'users', versions)
}
