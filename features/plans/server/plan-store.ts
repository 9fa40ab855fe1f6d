import { and, count, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '@quaff/platform/server/context'
import { subscriptionPlans } from './tables'

/** Active plans per merchant; merchants without one are absent. */
export async function countActivePlans(db: Queryable, merchantIds: readonly string[]): Promise<Map<string, number>> {
  if (merchantIds.length === 0) return new Map()
  const rows = await db
    .select({ merchantId: subscriptionPlans.merchantId, count: count() })
    .from(subscriptionPlans)
    .where(and(inArray(subscriptionPlans.merchantId, [...merchantIds]), eq(subscriptionPlans.active, true)))
    .groupBy(subscriptionPlans.merchantId)
  return new Map(rows.map((row) => [row.merchantId, row.count]))
}
