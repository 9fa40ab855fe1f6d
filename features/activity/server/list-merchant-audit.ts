import { merchantNotFound, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import type { Page } from '@quaff/platform/shared/pagination'
import type { AuditRow, MerchantAuditInput } from '../contract'
import { activityPermissions } from '../permissions'
import { auditListName, countAuditRows, hasMerchant, listAuditRows, type AuditFacts } from './merchant-audit-store'
import { nameRecords, type NamedFacts } from './named-records'

/** Who changed what about one merchant, newest first; for administrators only. */
export async function listMerchantAudit(ctx: Context, input: MerchantAuditInput): Promise<Page<AuditRow>> {
  const actor = authorize(ctx.actor, activityPermissions, 'activity.audit')
  const { merchantId, limit, cursor } = input
  const scope = scopeToMerchant(actor, merchantId)
  const [isThere, rows] = await batchReads(ctx.db, (db) =>
    Promise.all([hasMerchant(db, scope), listAuditRows(db, scope, { limit, cursor })]),
  )
  if (!isThere) throw merchantNotFound()
  const [total, shown] = await batchReads(ctx.db, (db) =>
    Promise.all([
      pageTotal(ctx, { rows, limit, cursor, of: ['merchant audit', merchantId] }, () => countAuditRows(db, scope)),
      nameRecords(db, rows),
    ]),
  )
  return toPage(shown, { name: auditListName, order: 'desc', limit, total }, presentAuditRow)
}

function presentAuditRow(row: NamedFacts<AuditFacts>): AuditRow {
  return {
    id: row.id,
    action: row.action,
    targetType: row.targetType,
    targetId: row.targetId,
    targetName: row.targetName,
    adminUserId: row.adminUserId,
    adminName: row.adminName,
    occurredAt: row.occurredAt,
    changes: row.changes,
  }
}
