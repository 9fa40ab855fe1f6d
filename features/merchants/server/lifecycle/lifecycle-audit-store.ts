import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '@quaff/platform/server/context'
import { adminAuditLogs } from '@quaff/platform/server/tables'

/** Since when the merchant had the status that it lost when it was last stopped; unknown of what older releases stopped. */
export async function findStatusBeforeStop(db: Queryable, merchantId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ since: sql<string | null>`${adminAuditLogs.before} ->> 'statusChangedAt'` })
    .from(adminAuditLogs)
    .where(
      and(
        eq(adminAuditLogs.targetType, 'merchant'),
        eq(adminAuditLogs.targetId, merchantId),
        inArray(adminAuditLogs.action, ['decline_merchant', 'suspend_merchant', 'archive_merchant']),
      ),
    )
    .orderBy(desc(adminAuditLogs.occurredAt), desc(adminAuditLogs.sequence))
    .limit(1)
  const since = new Date(row?.since ?? '')
  return Number.isNaN(since.getTime()) ? undefined : since
}
