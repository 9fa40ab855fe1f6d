import { count, eq, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import type { Queryable } from '@quaff/platform/server/context'

export type MerchantCounts = {
  activeMerchants: number
  liveMerchants: number
  pendingMerchants: number
  merchantsInReview: number
  oldestPendingSince: Date | null
}

/** Pending: the Pending review tab and `pending` (G27); only those in review wait for somebody. */
export async function countMerchantsByState(db: Queryable): Promise<MerchantCounts> {
  const inReview = sql`(${merchants.status} = 'pending_review' or ${merchants.needsReview})`
  const [row] = await db
    .select({
      activeMerchants: sql<number>`count(*) filter (where ${merchants.status} = 'active')`,
      liveMerchants: sql<number>`count(*) filter (where ${merchants.status} = 'active' and ${merchants.isLive})`,
      pendingMerchants: sql<number>`count(*) filter (where ${inReview} or ${merchants.status} = 'pending')`,
      merchantsInReview: sql<number>`count(*) filter (where ${inReview})`,
      oldestPendingSince: sql<Date | null>`min(${merchants.statusChangedAt}) filter (where ${inReview})`.mapWith(
        merchants.statusChangedAt,
      ),
    })
    .from(merchants)
  return (
    row ?? { activeMerchants: 0, liveMerchants: 0, pendingMerchants: 0, merchantsInReview: 0, oldestPendingSince: null }
  )
}

export async function countPendingApprovals(db: Queryable): Promise<number> {
  const [row] = await db.select({ count: count() }).from(users).where(eq(users.status, 'pending_approval'))
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
