import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import type { Transaction } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'
import { adminAuditLogs } from '@quaff/platform/server/tables'

export type Removal = { action: string; adminUserId: string | null; before: Record<string, unknown> | null }

/** The last removal of the person from the merchant since then, or what was done about it. */
export async function findRemoval(
  tx: Transaction,
  merchant: OneMerchant,
  { userId, since }: { userId: string; since: Date },
): Promise<Removal | undefined> {
  const { action, adminUserId, before, targetType, targetId, occurredAt } = adminAuditLogs
  const [row] = await tx
    .select({ action, adminUserId, before })
    .from(adminAuditLogs)
    .where(
      and(
        eq(targetType, 'user'),
        eq(targetId, userId),
        gt(occurredAt, since),
        inArray(action, ['remove_from_merchant', 'restore_to_merchant']),
        scopeWhere(merchant, adminAuditLogs.merchantId),
      ),
    )
    .orderBy(desc(occurredAt), desc(adminAuditLogs.sequence))
    .limit(inText(1))
  return row
}
