import { addUserActivity } from '@quaff/features/activity/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { csvPieces, jsonPieces } from '@quaff/platform/server/list/export-file'
import { nextCursor } from '@quaff/platform/server/list/keyset'
import { inTransaction } from '@quaff/platform/server/transaction'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { auditExportColumns, auditLogLimits, type AuditLogFilter, type ExportAuditInput } from '../../../audit/contract'
import { withoutSecrets } from '../../../audit/rules'
import { settingsPermissions } from '../../../permissions'
import { auditLogName, listAuditLogRows, type AuditLogFacts } from './audit-log-store'

export type AuditFile = { fileName: string; contentType: string; chunks: AsyncIterable<string> }

/** All that match, newest first, a page in memory at a time. Is in the log itself before the first line is read. */
export async function exportAuditLog(ctx: Context, { format, filter = {} }: ExportAuditInput): Promise<AuditFile> {
  const { userId } = authorize(ctx.actor, settingsPermissions, 'settings.audit')
  const facts = { format, filters: Object.keys(filter) }
  await inTransaction(ctx, async (tx) => {
    await addUserActivity(ctx, tx, { userId, action: 'export', details: { what: 'audit', ...facts } })
    await recordAudit(ctx, tx, {
      action: 'export_audit',
      targetType: 'audit_log',
      targetId: 'audit_log',
      after: facts,
    })
  })
  const pages = matchingPages(ctx, filter)
  const fileName = `audit-${dayKeyIn(ctx.settings.timeZone, ctx.clock.now())}.${format}`
  return format === 'csv'
    ? { fileName, contentType: 'text/csv; charset=utf-8', chunks: csvPieces(auditExportColumns, pages, cells) }
    : { fileName, contentType: 'application/json; charset=utf-8', chunks: jsonPieces(pages, entryOf) }
}

async function* matchingPages(ctx: Context, filter: AuditLogFilter): AsyncGenerator<AuditLogFacts[]> {
  const limit = auditLogLimits.exportPage
  let cursor: string | null = null
  do {
    const rows: AuditLogFacts[] = await listAuditLogRows(ctx.db, filter, { cursor, limit })
    yield rows
    cursor = nextCursor(rows, { name: auditLogName, order: 'desc', limit })
  } while (cursor)
}

/** In the order of `auditExportColumns`. */
function cells(row: AuditLogFacts): string[] {
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
