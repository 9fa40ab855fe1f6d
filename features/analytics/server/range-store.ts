import { and, eq } from 'drizzle-orm'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'

export async function findPlanMerchant(
  db: Queryable,
  scope: MerchantScope,
  planId: string,
): Promise<string | undefined> {
  const [plan] = await db
    .select({ merchantId: subscriptionPlans.merchantId })
    .from(subscriptionPlans)
    .where(and(eq(subscriptionPlans.id, planId), scopeWhere(scope, subscriptionPlans.merchantId)))
  return plan?.merchantId
}
