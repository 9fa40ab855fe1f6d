import { and, eq, inArray, sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { subscriptionPlanTotals } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'
import type { PlanGroup } from '../economics/rules'

/** Active subscriptions by plan and currency, from the counter. */
export async function sumActiveOfPlans(db: Queryable, scope: MerchantScope, wanted?: string): Promise<PlanGroup[]> {
  const { merchantId, planId, status, currency, count, monthlyMinor } = subscriptionPlanTotals
  return db
    .select({
      planId: sql<string | null>`nullif(${planId}, '')`,
      currency,
      active: sql<number>`sum(${count})::int`,
      monthlyMinor: sql<number>`sum(${monthlyMinor})`,
    })
    .from(subscriptionPlanTotals)
    .where(
      and(
        scopeWhere(scope, merchantId),
        wanted === undefined ? undefined : eq(planId, wanted),
        sql`${status} = 'active' and ${count} <> 0`,
      ),
    )
    .groupBy(planId, currency)
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
