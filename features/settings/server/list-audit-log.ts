import { nameRecords, type NamedFacts } from '@quaff/features/activity/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import type { Page } from '@quaff/platform/shared/pagination'
import type { AuditLogRow, ListAuditLogInput } from '../audit-contract'
import { settingsPermissions } from '../permissions'
import { auditLogName, countAuditLogRows, listAuditLogRows, type AuditLogFacts } from './audit-log-store'

/** Who changed what, everywhere, newest first. */
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

export function presentEntry(row: NamedFacts<AuditLogFacts>): AuditLogRow {
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
