import { isDeepStrictEqual } from 'node:util'
import { staleVersion } from '@quaff/platform/shared/refusal'
import { recordAudit, type AuditEntry } from './audit'
import type { Context, Transaction } from './context'
import type { EventType } from './record-webhook-events'
import { inTransaction, type Locked } from './transaction'

type VersionedRow = { id: string; version: number; updatedAt?: Date | null }

/** The parts of the audit entry in addition to record and action. */
export type RecordedChange = Pick<AuditEntry, 'merchantId' | 'before' | 'after'>

export type RecordChange<Row extends VersionedRow> = {
  action: string
  event?: EventType
  /** Type of the record in the audit log. */
  type: string
  /** The one that the caller saw. */
  version: number
  /** Locks the row within the caller's scope. Refuses if it is missing or cannot change at all. */
  lock: (tx: Transaction) => Promise<Locked<Row>>
  /** Checks the rules and saves. Null: nothing is different, and nothing was written. */
  write: (tx: Transaction, row: Locked<Row>) => Promise<RecordedChange | null>
}

/**
 * Changes one record: lock, version, write and audit entry in one transaction. The verb authorizes before, and reads its
 * answer after. Refuses with STALE_VERSION if the row has another version than the caller saw.
 */
export async function changeRecord<Row extends VersionedRow>(
  ctx: Context,
  { action, type, event, version, lock, write }: RecordChange<Row>,
) {
  await inTransaction(ctx, async (tx) => {
    const row = await lock(tx)
    if (row.version !== version) throw staleVersion({ type, id: row.id, savedAt: row.updatedAt ?? null })
    const change = await write(tx, row)
    if (change) await recordAudit(ctx, tx, { action, targetType: type, event, targetId: row.id, ...change })
  })
}

type Fields = Readonly<Record<string, unknown>>

/** The fields that differ, before and after, for an audit entry; a missing one is null. Null if none differs. */
export function changedFields(
  before: Fields,
  after: Fields,
  keys: readonly string[] = [...new Set([...Object.keys(before), ...Object.keys(after)])],
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key], after[key]))
  if (changed.length === 0) return null
  const pick = (row: Fields) => Object.fromEntries(changed.map((key) => [key, row[key] ?? null]))
  return { before: pick(before), after: pick(after) }
}
