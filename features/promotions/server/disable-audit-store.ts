import { and, desc, eq } from 'drizzle-orm'
import { scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { pick } from '@quaff/platform/server/rows/pick'
import { adminAuditLogs } from '@quaff/platform/server/tables'

export type DisableRecord = { before: Record<string, unknown>; occurredAt: Date; adminUserId: string | null }

/** The newest audit row of a disable of this promotion at this merchant, whoever did it. */
export async function findLastDisable(
  db: Queryable,
  scope: OneMerchant,
  promotionId: string,
): Promise<DisableRecord | undefined> {
  const [row] = await db
    .select(pick(adminAuditLogs, 'before', 'occurredAt', 'adminUserId'))
    .from(adminAuditLogs)
    .where(
      and(
        scopeWhere(scope, adminAuditLogs.merchantId),
        eq(adminAuditLogs.targetType, 'promotion'),
        eq(adminAuditLogs.targetId, promotionId),
        eq(adminAuditLogs.action, 'disable_promotion'),
      ),
    )
    .orderBy(desc(adminAuditLogs.occurredAt), desc(adminAuditLogs.sequence))
    .limit(1)
  return row && { ...row, before: row.before ?? {} }
}
