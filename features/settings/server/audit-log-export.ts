import { exportActivity } from '@quaff/features/activity/server'
import {
  authorize,
  type Context,
  type ExportColumn,
  type ExportedFile,
  exportList,
  instantColumn,
} from '@quaff/platform/server'
import type { ExportAuditInput } from '../audit-contract'
import { withoutSecrets } from '../audit-rules'
import { settingsPermissions } from '../permissions'
import { auditLogName, listAuditLogRows, type AuditLogDetails } from './audit-log-store'

/** Exports all matching entries, newest first. The export itself is audited. */
export async function exportAuditLog(ctx: Context, { format, filter = {} }: ExportAuditInput): Promise<ExportedFile> {
  authorize(ctx.actor, settingsPermissions, 'settings.audit')
  return exportList(ctx, {
    name: 'audit',
    format,
    filter,
    audit: { action: 'export_audit', targetType: 'audit_log', targetId: 'audit_log' },
    alsoRecord: exportActivity('audit'),
    order: { name: auditLogName, order: 'desc' },
    rows: (db, page) => listAuditLogRows(db, filter, page),
    present: (rows) => rows,
    columns: auditColumns,
  })
}

const auditColumns: readonly ExportColumn<AuditLogDetails>[] = [
  { key: 'id', header: 'ID', value: ({ id }) => id },
  instantColumn('occurredAt', 'Occurred At', ({ occurredAt }) => occurredAt),
  { key: 'adminUserId', header: 'Actor ID', value: ({ adminUserId }) => adminUserId },
  { key: 'adminEmail', header: 'Actor Email', value: ({ adminEmail }) => adminEmail },
  { key: 'action', header: 'Action', value: ({ action }) => action },
  { key: 'targetType', header: 'Target Type', value: ({ targetType }) => targetType },
  { key: 'targetId', header: 'Target ID', value: ({ targetId }) => targetId },
  { key: 'merchantId', header: 'Merchant ID', value: ({ merchantId }) => merchantId },
  valuesColumn('before', 'Before', ({ before }) => before),
  valuesColumn('after', 'After', ({ after }) => after),
  { key: 'requestId', header: 'Request ID', value: ({ requestId }) => requestId },
]

function valuesColumn(
  key: string,
  header: string,
  values: (row: AuditLogDetails) => unknown,
): ExportColumn<AuditLogDetails> {
  return {
    key,
    header,
    value: (row) => withoutSecrets(values(row)),
    cell: (row) => (values(row) === null ? '' : JSON.stringify(withoutSecrets(values(row)))),
  }
}
