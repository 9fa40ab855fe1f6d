import { resolveRole } from '@quaff/features/accounts/rules'
import type { Context, OvertakenRecord, Queryable } from '@quaff/platform/server'
import { auditChanges, nameIn } from '../audit-rules'
import type { AuditChange } from '../contract'
import { saverName } from '../last-save-rules'
import { findRecordNames, findSaver, nameChanges } from './record-names-store'

type Details = { targetId: string; before: Record<string, unknown> | null; after: Record<string, unknown> | null }
export type NamedDetails<T extends Details> = T & { targetName: string | null; changes: AuditChange[] }

/** Adds the name of the changed record, and names next to ids in the changes. */
export async function nameRecords<T extends Details>(db: Queryable, rows: readonly T[]): Promise<NamedDetails<T>[]> {
  const read = rows.map((row) => ({ ...row, changes: auditChanges(row.before, row.after) }))
  const names = await findRecordNames(db, read)
  return read.map((row) => ({
    ...row,
    targetName: nameIn(row.after) ?? nameIn(row.before) ?? names.get(row.targetId) ?? null,
    changes: nameChanges(row.changes, names),
  }))
}

export type LastSave = { savedBy?: string; savedAt?: Date }

/** Serves a caller who has access to the record and lost the concurrent save. */
export async function tellLastSave({ db, actor }: Context, record: OvertakenRecord): Promise<LastSave> {
  const { savedAt } = record
  if (actor.kind !== 'user' || savedAt === null) return {}
  const found = await findSaver(db, record, savedAt)
  if (!found) return { savedAt }
  const { claims, adminRecordRole, erasedAt, ...saver } = found
  const role = resolveRole({ claims, adminRecordRole })
  const savedBy = saverName(actor, { ...saver, role, isErased: erasedAt !== null })
  return savedBy === null ? { savedAt } : { savedBy, savedAt }
}
