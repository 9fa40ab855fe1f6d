import { and, desc, eq } from 'drizzle-orm'
import type { Queryable } from '@quaff/platform/server/context'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import type { HistoryItem } from '../../entries/contract'

const most = 100

/** What administrators did with this person, newest first. */
export async function listEntryAudit(db: Queryable, entryId: string): Promise<HistoryItem[]> {
  return db
    .select({ action: adminAuditLogs.action, at: adminAuditLogs.occurredAt, by: adminAuditLogs.adminEmail })
    .from(adminAuditLogs)
    .where(and(eq(adminAuditLogs.targetType, 'waitlist_entry'), eq(adminAuditLogs.targetId, entryId)))
    .orderBy(desc(adminAuditLogs.occurredAt), desc(adminAuditLogs.sequence))
    .limit(most)
}
