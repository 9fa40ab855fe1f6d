import { nameRecords } from '@quaff/features/activity/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { AuditLogRow } from '../audit-contract'
import { settingsPermissions } from '../permissions'
import { settingsRefusals } from '../refusals'
import { listAuditRowsById } from './audit-log-store'
import { presentEntry } from './list-audit-log'

export async function getAuditEntry(ctx: Context, { auditId }: { auditId: string }): Promise<AuditLogRow> {
  authorize(ctx.actor, settingsPermissions, 'settings.audit')
  const [row] = await nameRecords(ctx.db, await listAuditRowsById(ctx.db, [auditId]))
  if (!row) throw refuse(settingsRefusals, 'AUDIT_ENTRY')
  return presentEntry(row)
}
