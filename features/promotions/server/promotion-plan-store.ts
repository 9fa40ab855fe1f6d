import { and, asc, inArray } from 'drizzle-orm'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { promotionLimits, type PlanChoice } from '../contract'

/** The merchant's plans by name: what a promotion can be narrowed to. */
export async function listPlanChoices(db: Queryable, scope: OneMerchant): Promise<PlanChoice[]> {
  return db
    .select({ id: subscriptionPlans.id, name: subscriptionPlans.name, active: subscriptionPlans.active })
    .from(subscriptionPlans)
    .where(scopeWhere(scope, subscriptionPlans.merchantId))
    .orderBy(asc(subscriptionPlans.name), asc(subscriptionPlans.id))
    .limit(promotionLimits.planChoices)
}

/** Every id of the list must be a plan of this very merchant, not only the first one. */
export async function areOwnPlans(db: Queryable, scope: OneMerchant, planIds: readonly string[]): Promise<boolean> {
  const wanted = new Set(planIds)
  if (wanted.size === 0) return true
  const found = await db
    .select({ id: subscriptionPlans.id })
    .from(subscriptionPlans)
    .where(and(scopeWhere(scope, subscriptionPlans.merchantId), inArray(subscriptionPlans.id, [...wanted])))
  return found.length === wanted.size
}
