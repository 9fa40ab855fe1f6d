import type { Queryable } from '@quaff/platform/server/context'
import { auditChanges } from '../audit-changes-rules'
import { nameIn } from '../audit-rules'
import type { AuditChange } from '../contract'
import { findRecordNames, nameChanges } from './record-names-store'

type Facts = { targetId: string; before: Record<string, unknown> | null; after: Record<string, unknown> | null }
export type NamedFacts<T extends Facts> = T & { targetName: string | null; changes: AuditChange[] }

/** Audit rows with the name of what was changed, and with names beside the ids in what changed. */
export async function nameRecords<T extends Facts>(db: Queryable, rows: readonly T[]): Promise<NamedFacts<T>[]> {
  const read = rows.map((row) => ({ ...row, changes: auditChanges(row.before, row.after) }))
  const names = await findRecordNames(db, read)
  return read.map((row) => ({
    ...row,
    targetName: nameIn(row.after) ?? nameIn(row.before) ?? names.get(row.targetId) ?? null,
    changes: nameChanges(row.changes, names),
  }))
}
