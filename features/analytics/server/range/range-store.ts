import { and, eq } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'

export async function hasMerchant(db: Queryable, scope: MerchantScope): Promise<boolean> {
  const rows = await db.select({ id: merchants.id }).from(merchants).where(scopeWhere(scope, merchants.id)).limit(1)
  return rows.length > 0
}

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
