import { and, eq, sql } from 'drizzle-orm'
import { userCounts } from '@quaff/features/accounts/tables'
import { isPending, merchantTab } from '@quaff/features/merchants/rules'
import { listMerchantGroups, sumOf, type MerchantGroup } from '@quaff/features/merchants/server'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'

export type MerchantCounts = {
  activeMerchants: number
  liveMerchants: number
  pendingMerchants: number
  merchantsInReview: number
  oldestPendingSince: Date | null
}

/** Pending: the Pending review tab and `pending` (G27); only those in review wait for somebody. */
export async function countMerchantsByState(db: Queryable, scope: MerchantScope): Promise<MerchantCounts> {
  const [groups, oldest] = await Promise.all([listMerchantGroups(db, scope), findOldestInReview(db, scope)])
  const count = (isCounted: (group: MerchantGroup) => boolean) => sumOf(groups.filter(isCounted))
  return {
    activeMerchants: count(({ status }) => status === 'active'),
    liveMerchants: count(({ status, isLive }) => status === 'active' && isLive),
    pendingMerchants: count(isPending),
    merchantsInReview: count((group) => merchantTab(group) === 'review'),
    oldestPendingSince: oldest,
  }
}

/** By the index of those in review. */
async function findOldestInReview(db: Queryable, scope: MerchantScope): Promise<Date | null> {
  const { id, status, needsReview, statusChangedAt } = merchants
  const [row] = await db
    .select({ at: statusChangedAt })
    .from(merchants)
    .where(and(sql`(${status} = 'pending_review' or ${needsReview})`, scopeWhere(scope, id)))
    .orderBy(statusChangedAt, id)
    .limit(inText(1))
  return row?.at ?? null
}

/** From the counters of people: those who wait may be many. */
export async function countPendingApprovals(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${userCounts.count}), 0)::integer` })
    .from(userCounts)
    .where(eq(userCounts.status, 'pending_approval'))
  return row?.count ?? 0
}

export type MerchantFacts = typeof merchants.$inferSelect
export type ApplicationFacts = typeof merchantApplications.$inferSelect

export async function findMerchant(db: Queryable, merchantId: string): Promise<MerchantFacts | undefined> {
  const [row] = await db.select().from(merchants).where(eq(merchants.id, merchantId))
  return row
}

export async function findApplication(db: Queryable, applicationId: string): Promise<ApplicationFacts | undefined> {
  const [row] = await db.select().from(merchantApplications).where(eq(merchantApplications.id, applicationId))
  return row
}
