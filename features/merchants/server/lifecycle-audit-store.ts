import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import type { Locked } from '@quaff/platform/server/transaction'
import type { StoredMerchant } from './merchant-record-store'

/** Since when the merchant had the status that it lost when it was last stopped; unknown of what older releases stopped. */
export async function findStatusBeforeStop(tx: Transaction, { id }: Locked<StoredMerchant>): Promise<Date | undefined> {
  const [row] = await tx
    .select({ since: sql<string | null>`${adminAuditLogs.before} ->> 'statusChangedAt'` })
    .from(adminAuditLogs)
    .where(
      and(
        eq(adminAuditLogs.targetType, 'merchant'),
        eq(adminAuditLogs.targetId, id),
        inArray(adminAuditLogs.action, ['decline_merchant', 'suspend_merchant', 'archive_merchant']),
      ),
    )
    .orderBy(desc(adminAuditLogs.occurredAt), desc(adminAuditLogs.sequence))
    .limit(inText(1))
  const since = new Date(row?.since ?? '')
  return Number.isNaN(since.getTime()) ? undefined : since
}
