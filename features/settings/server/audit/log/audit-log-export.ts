import { addUserActivity } from '@quaff/features/activity/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { exportedRows, pagesOf, type ExportedFile } from '@quaff/platform/server/list/export-file'
import { findReader } from '@quaff/platform/server/reading/replicas'
import { inTransaction } from '@quaff/platform/server/transaction'
import { auditExportColumns, type ExportAuditInput } from '../../../audit/contract'
import { withoutSecrets } from '../../../audit/rules'
import { settingsPermissions } from '../../../permissions'
import { auditLogName, listAuditLogRows, type AuditLogFacts } from './audit-log-store'

/** All that match, newest first. Is in the log itself before the first line is read. */
export async function exportAuditLog(ctx: Context, { format, filter = {} }: ExportAuditInput): Promise<ExportedFile> {
  const { userId } = authorize(ctx.actor, settingsPermissions, 'settings.audit')
  const facts = { format, filters: Object.keys(filter) }
  await inTransaction(ctx, async (tx) => {
    await addUserActivity(ctx, tx, { userId, action: 'export', details: { what: 'audit', ...facts } })
    await recordAudit(ctx, tx, { action: 'export_audit', targetType: 'audit_log', targetId: 'audit_log', after: facts })
  })
  const db = await findReader(ctx)
  const pages = pagesOf(db, { name: auditLogName, order: 'desc' }, (page) => listAuditLogRows(db, filter, page))
  return exportedRows(ctx, 'audit', format, pages, { columns: auditExportColumns, cellsOf, objectOf: entryOf })
}

/** In the order of `auditExportColumns`. */
function cellsOf(row: AuditLogFacts): string[] {
  const json = (value: unknown) => (value === null ? '' : JSON.stringify(withoutSecrets(value)))
  const what = [row.action, row.targetType, row.targetId, row.merchantId ?? '']
  const who = [row.adminUserId ?? '', row.adminEmail ?? '']
  return [row.id, row.occurredAt.toISOString(), ...who, ...what, json(row.before), json(row.after), row.requestId ?? '']
}

function entryOf({ id, occurredAt, adminUserId, adminEmail, action, targetType, targetId, ...row }: AuditLogFacts) {
  const { merchantId, requestId } = row
  const [before, after] = [withoutSecrets(row.before), withoutSecrets(row.after)]
  return { id, occurredAt, adminUserId, adminEmail, action, targetType, targetId, merchantId, before, after, requestId }
}
