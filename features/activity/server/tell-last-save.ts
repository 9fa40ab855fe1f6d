import { resolveRole } from '@quaff/features/accounts/rules'
import type { Context } from '@quaff/platform/server/context'
import type { OvertakenRecord } from '@quaff/platform/shared/refusal'
import { saverName } from '../last-save-rules'
import { findSaver } from './last-save-store'

export type LastSave = { savedBy?: string; savedAt?: Date }

/** For whoever was let to the record and came second. */
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
