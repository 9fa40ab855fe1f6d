import { and, count, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'
import type { PlanGroup } from '../../economics/rules'

/** Active subscriptions by plan and currency, over `subscriptions_plan_figures` alone; those of one plan by its own index. */
export async function sumActiveOfPlans(db: Queryable, scope: MerchantScope, planId?: string): Promise<PlanGroup[]> {
  return sumWhere(
    db,
    and(
      scopeWhere(scope, subscriptions.merchantId),
      planId === undefined ? undefined : eq(subscriptions.planId, planId),
    ),
  )
}

/** Over every merchant: dear, and for snapshots only, which nobody sees who may not see them all. */
export const sumActiveOfAllPlans = (db: Queryable): Promise<PlanGroup[]> => sumWhere(db, undefined)

async function sumWhere(db: Queryable, wanted: SQL | undefined): Promise<PlanGroup[]> {
  return db
    .select({
      planId: subscriptions.planId,
      currency: subscriptions.billingCurrency,
      active: count(),
      monthlyMinor: sql<number>`sum(${subscriptions.monthlyMinor})`,
    })
    .from(subscriptions)
    .where(and(wanted, eq(subscriptions.status, 'active')))
    .groupBy(subscriptions.planId, subscriptions.billingCurrency)
}

export type PlanNames = ReadonlyMap<string, { planName: string; merchantId: string; merchantName: string | null }>

/** Of plans that the asker may see; a subscription may point at another merchant's plan, which names nothing. */
export async function listPlanNames(db: Queryable, scope: MerchantScope, ids: readonly string[]): Promise<PlanNames> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: subscriptionPlans.id,
      planName: subscriptionPlans.name,
      merchantId: subscriptionPlans.merchantId,
      merchantName: merchants.name,
    })
    .from(subscriptionPlans)
    .leftJoin(merchants, eq(merchants.id, subscriptionPlans.merchantId))
    .where(and(scopeWhere(scope, subscriptionPlans.merchantId), inArray(subscriptionPlans.id, [...ids])))
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}
