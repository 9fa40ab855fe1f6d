import { type NamedDetails, nameRecords } from '@quaff/features/activity/server'
import { authorize, type Context, type Page, pageTotal, refuse, toPage } from '@quaff/platform/server'
import { auditLogLimits, type AuditLogRow, type AuditOptions, type ListAuditLogInput } from '../audit-contract'
import { settingsPermissions } from '../permissions'
import { settingsRefusals } from '../refusals'
import {
  type AuditLogDetails,
  auditLogName,
  countAuditLogRows,
  listAuditLogRows,
  listAuditOptions,
  listAuditRowsById,
} from './audit-log-store'

export async function listAuditLog(
  ctx: Context,
  { limit, cursor, ...filter }: ListAuditLogInput,
): Promise<Page<AuditLogRow>> {
  authorize(ctx.actor, settingsPermissions, 'settings.audit')
  const rows = await listAuditLogRows(ctx.db, filter, { cursor, limit })
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['audit log', filter] }, () =>
    countAuditLogRows(ctx.db, filter),
  )
  const shown = await nameRecords(ctx.db, rows)
  return toPage(shown, { name: auditLogName, order: 'desc', limit, total }, presentEntry)
}

function presentEntry(row: NamedDetails<AuditLogDetails>): AuditLogRow {
  return {
    id: row.id,
    action: row.action,
    targetType: row.targetType,
    targetId: row.targetId,
    targetName: row.targetName,
    merchantId: row.merchantId,
    merchantName: row.merchantName,
    adminUserId: row.adminUserId,
    adminEmail: row.adminEmail,
    adminName: row.adminName,
    requestId: row.requestId,
    occurredAt: row.occurredAt,
    sealPosition: row.sealPosition,
    changes: row.changes,
  }
}

export async function getAuditEntry(ctx: Context, { auditId }: { auditId: string }): Promise<AuditLogRow> {
  authorize(ctx.actor, settingsPermissions, 'settings.audit')
  const [row] = await nameRecords(ctx.db, await listAuditRowsById(ctx.db, [auditId]))
  if (!row) throw refuse(settingsRefusals, 'AUDIT_ENTRY')
  return presentEntry(row)
}

export async function getAuditOptions(ctx: Context): Promise<AuditOptions> {
  authorize(ctx.actor, settingsPermissions, 'settings.audit')
  const rows = await listAuditOptions(ctx.db)
  const distinct = (values: string[]) => [...new Set(values)].sort().slice(0, auditLogLimits.options)
  const actors = new Map(rows.flatMap(({ actorId, actorName }) => (actorId ? [[actorId, actorName ?? actorId]] : [])))
  return {
    actions: distinct(rows.map(({ action }) => action)),
    targetTypes: distinct(rows.map(({ targetType }) => targetType)),
    actors: [...actors]
      .map(([id, name]) => ({ id, name }))
      .sort((one, other) => one.name.localeCompare(other.name, 'en'))
      .slice(0, auditLogLimits.options),
  }
}
