import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import type { LastAnswer } from '../contract'

const answers = ['approve_merchant', 'mark_reviewed', 'request_changes', 'decline_merchant', 'archive_merchant']
const by = sql<string | null>`coalesce(nullif(${users.displayName}, ''), ${adminAuditLogs.adminEmail})`

export async function findAnswerRow(db: Queryable, scope: OneMerchant): Promise<LastAnswer | undefined> {
  const [row] = await db
    .select({ by, at: adminAuditLogs.occurredAt })
    .from(adminAuditLogs)
    .leftJoin(users, eq(users.id, adminAuditLogs.adminUserId))
    .where(
      and(
        eq(adminAuditLogs.targetType, 'merchant'),
        scopeWhere(scope, adminAuditLogs.targetId),
        inArray(adminAuditLogs.action, answers),
      ),
    )
    .orderBy(desc(adminAuditLogs.occurredAt), desc(adminAuditLogs.sequence))
    .limit(inText(1))
  return row
}
