import { merchantNotFound, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import type { Page } from '@quaff/platform/shared/pagination'
import { auditChanges } from '../../audit/rules'
import type { AuditRow, MerchantAuditInput } from '../../contract'
import { activityPermissions } from '../../permissions'
import { auditListName, countAuditRows, hasMerchant, listAuditRows, type AuditFacts } from './merchant-audit-store'

/** Who changed what about one merchant, newest first; for administrators only. */
export async function listMerchantAudit(ctx: Context, input: MerchantAuditInput): Promise<Page<AuditRow>> {
  const actor = authorize(ctx.actor, activityPermissions, 'activity.audit')
  const { merchantId, limit } = input
  if (!(await hasMerchant(ctx.db, scopeToMerchant(actor, merchantId), merchantId))) throw merchantNotFound()
  const [rows, total] = await Promise.all([
    listAuditRows(ctx.db, { merchantId, limit, cursor: input.cursor }),
    countAuditRows(ctx.db, merchantId),
  ])
  return toPage(rows, { name: auditListName, order: 'desc', limit, total }, presentAuditRow)
}

function presentAuditRow(row: AuditFacts): AuditRow {
  return {
    id: row.id,
    action: row.action,
    targetType: row.targetType,
    targetId: row.targetId,
    targetName: nameIn(row.after) ?? nameIn(row.before),
    adminUserId: row.adminUserId,
    adminName: row.adminName,
    occurredAt: row.occurredAt,
    changes: auditChanges(row.before, row.after),
  }
}

function nameIn(facts: Record<string, unknown> | null): string | null {
  const name = facts?.name
  return typeof name === 'string' && name !== '' ? name : null
}
