import { and, asc, desc, eq, gt, gte, inArray, ne, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import { merchantDaysOf } from '@quaff/features/subscriptions/server'
import {
  merchantSubscriptionStats,
  subscriptionPlanTotals,
  subscriptionTotals,
} from '@quaff/features/subscriptions/tables'
import { inText, type Queryable } from '@quaff/platform/server'
import { economicsLimits, type TopMerchantsBy } from '../economics-contract'

/** Active subscriptions by plan and currency, from the counter. */
export async function sumActiveOfPlans(db: Queryable, scope: MerchantScope, wanted?: string) {
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

type PlanNames = ReadonlyMap<string, { planName: string; merchantId: string; merchantName: string | null }>

/** Returns names of plans that the caller may see. A subscription may refer to another merchant's plan, which stays unnamed. */
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

const { merchantId, status, currency, count, monthlyMinor } = subscriptionTotals
const { activeSubscribers } = merchantSubscriptionStats

/** Returns currencies of paying subscriptions in no order. */
export async function listCurrencies(db: Queryable, scope: MerchantScope) {
  const rows = await db
    .selectDistinct({ currency })
    .from(subscriptionTotals)
    .where(and(scopeWhere(scope, merchantId), eq(status, 'active'), ne(count, 0)))
  return rows.map((row) => row.currency)
}

/** Best first, at most 20. Revenue is that of `wanted`, whichever currency a merchant's own list shows. */
export async function listBestMerchants(db: Queryable, scope: MerchantScope, by: TopMerchantsBy, wanted: string) {
  const fields = { merchantId: merchants.id, name: merchants.name }
  if (by === 'subscribers')
    return db
      .select(fields)
      .from(merchantSubscriptionStats)
      .innerJoin(merchants, eq(merchants.id, merchantSubscriptionStats.merchantId))
      .where(and(scopeWhere(scope, merchantSubscriptionStats.merchantId), gt(activeSubscribers, 0)))
      .orderBy(desc(activeSubscribers), desc(merchantSubscriptionStats.merchantId))
      .limit(inText(economicsLimits.topMerchants))
  return db
    .select(fields)
    .from(subscriptionTotals)
    .innerJoin(merchants, eq(merchants.id, merchantId))
    .where(and(scopeWhere(scope, merchantId), eq(status, 'active'), eq(currency, wanted), gt(monthlyMinor, 0)))
    .orderBy(desc(monthlyMinor), asc(merchantId))
    .limit(inText(economicsLimits.topMerchants))
}

/** Counts the merchants that could be ranked, and adds up what they are ranked by. */
export async function sumMerchants(db: Queryable, scope: MerchantScope, by: TopMerchantsBy, wanted: string) {
  const sums = (amount: AnyPgColumn) => ({
    merchants: sql<number>`count(*)::int`,
    amount: sql<number>`coalesce(sum(${amount}), 0)::bigint`,
  })
  const [total] =
    by === 'subscribers'
      ? await db
          .select(sums(activeSubscribers))
          .from(merchantSubscriptionStats)
          .where(and(scopeWhere(scope, merchantSubscriptionStats.merchantId), gt(activeSubscribers, 0)))
      : await db
          .select(sums(monthlyMinor))
          .from(subscriptionTotals)
          .where(and(scopeWhere(scope, merchantId), eq(status, 'active'), eq(currency, wanted), gt(monthlyMinor, 0)))
  return total ?? { merchants: 0, amount: 0 }
}

/** Active ones of now, by currency. */
export async function listActiveTotals(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select({ merchantId, currency, count, monthlyMinor })
    .from(subscriptionTotals)
    .where(and(inArray(merchantId, [...ids]), eq(status, 'active'), ne(count, 0)))
}

/** Canceled from `from` to `to`, and how many became active after it: days of the counters, both included. */
export async function listMovements(
  db: Queryable,
  scope: MerchantScope,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
) {
  if (ids.length === 0) return []
  const days = merchantDaysOf(scope)
  const { day, updatedCount, enteredCount } = days
  return db
    .select({
      merchantId: days.merchantId,
      canceled: sql<number>`coalesce(sum(${updatedCount})
        filter (where ${days.status} = 'canceled' and ${day} <= ${to}), 0)::int`,
      enteredAfter: sql<number>`coalesce(sum(${enteredCount})
        filter (where ${days.status} = 'active' and ${day} > ${to}), 0)::int`,
    })
    .from(days)
    .where(and(inArray(days.merchantId, [...ids]), gte(day, from)))
    .groupBy(days.merchantId)
}
