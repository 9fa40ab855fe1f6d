import { asc, eq, inArray, sql } from 'drizzle-orm'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { merchantApplications, merchants } from '../tables'

/** Letter for letter the condition of the index `merchants_in_review`. */
const inReview = sql`(status = 'pending_review' or needs_review)`

/** Who has waited longest; the desk shows no more than `limit` at a time. */
export async function listWaitingIds(db: Queryable, scope: MerchantScope, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: merchants.id })
    .from(merchants)
    .where(sql`${inReview} and ${scopeWhere(scope, merchants.id)}`)
    .orderBy(asc(merchants.statusChangedAt), asc(merchants.id))
    .limit(limit)
  return rows.map((row) => row.id)
}

export type ReviewHistory = {
  merchantId: string
  submittedAt: Date | null
  wishesToBeLive: boolean | null
  cameBack: boolean
}

/** What the applications and the audit trail know of merchants in review. */
export async function listReviewHistories(db: Queryable, merchantIds: readonly string[]): Promise<ReviewHistory[]> {
  if (merchantIds.length === 0) return []
  return db
    .selectDistinctOn([merchants.id], {
      merchantId: merchants.id,
      submittedAt: merchantApplications.submittedAt,
      wishesToBeLive: sql<boolean | null>`${merchantApplications.settings} @> '{"isLive": true}'::jsonb`,
      cameBack: sql<boolean>`${merchants.changeRequest} is null and exists (
        select 1 from ${adminAuditLogs}
        where ${adminAuditLogs.targetType} = 'merchant' and ${adminAuditLogs.targetId} = ${merchants.id}
          and ${adminAuditLogs.action} = 'request_changes')`,
    })
    .from(merchants)
    .leftJoin(merchantApplications, eq(merchantApplications.merchantId, merchants.id))
    .where(inArray(merchants.id, [...merchantIds]))
    .orderBy(asc(merchants.id), sql`${merchantApplications.submittedAt} desc nulls last`)
}
