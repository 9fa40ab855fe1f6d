import { and, eq, gt, gte, lt, ne, sql } from 'drizzle-orm'
import { scopeWhere } from '@quaff/features/sessions/server'
import type { MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { subscriptionDays, subscriptionTotals } from './tables'

export type StatusTotal = { status: string; currency: string; count: number; monthlyMinor: number }

/** Levels of now, per status and currency. */
export async function sumTotals(db: Queryable, scope: MerchantScope): Promise<StatusTotal[]> {
  return db
    .select({
      status: subscriptionTotals.status,
      currency: subscriptionTotals.currency,
      count: sql<number>`sum(${subscriptionTotals.count})`,
      monthlyMinor: sql<number>`sum(${subscriptionTotals.monthlyMinor})`,
    })
    .from(subscriptionTotals)
    .where(scopeWhere(scope, subscriptionTotals.merchantId))
    .groupBy(subscriptionTotals.status, subscriptionTotals.currency)
}

export type DayEntries = { day: string; currency: string; entered: number; enteredMonthlyMinor: number }

/** Net entries into `active` on each day after `day`. */
export async function listActiveEntriesAfter(db: Queryable, scope: MerchantScope, day: string): Promise<DayEntries[]> {
  return db
    .select({
      day: subscriptionDays.day,
      currency: subscriptionDays.currency,
      entered: sql<number>`sum(${subscriptionDays.enteredCount})`,
      enteredMonthlyMinor: sql<number>`sum(${subscriptionDays.enteredMonthlyMinor})`,
    })
    .from(subscriptionDays)
    .where(
      and(
        scopeWhere(scope, subscriptionDays.merchantId),
        eq(subscriptionDays.status, 'active'),
        gt(subscriptionDays.day, day),
      ),
    )
    .groupBy(subscriptionDays.day, subscriptionDays.currency)
}

export async function hasEntriesUpTo(db: Queryable, scope: MerchantScope, day: string): Promise<boolean> {
  const rows = await db
    .select({ day: subscriptionDays.day })
    .from(subscriptionDays)
    .where(and(scopeWhere(scope, subscriptionDays.merchantId), lt(subscriptionDays.day, day)))
    .limit(1)
  return rows.length > 0
}

export type MerchantChurn = { merchantId: string; active: number; churned: number }

/** Active now and canceled since `day`, per merchant. */
export async function listChurnByMerchant(
  db: Queryable,
  scope: MerchantScope,
  sinceDay: string,
): Promise<MerchantChurn[]> {
  const churned = await db
    .select({ merchantId: subscriptionDays.merchantId, count: sql<number>`sum(${subscriptionDays.updatedCount})` })
    .from(subscriptionDays)
    .where(
      and(
        scopeWhere(scope, subscriptionDays.merchantId),
        eq(subscriptionDays.status, 'canceled'),
        ne(subscriptionDays.updatedCount, 0),
        gte(subscriptionDays.day, sinceDay),
      ),
    )
    .groupBy(subscriptionDays.merchantId)
  const active = await db
    .select({ merchantId: subscriptionTotals.merchantId, count: sql<number>`sum(${subscriptionTotals.count})` })
    .from(subscriptionTotals)
    .where(and(scopeWhere(scope, subscriptionTotals.merchantId), eq(subscriptionTotals.status, 'active')))
    .groupBy(subscriptionTotals.merchantId)
  const churnedOf = new Map(churned.map(({ merchantId, count }) => [merchantId, count]))
  const activeOf = new Map(active.map(({ merchantId, count }) => [merchantId, count]))
  return [...new Set([...activeOf.keys(), ...churnedOf.keys()])].map((merchantId) => ({
    merchantId,
    active: activeOf.get(merchantId) ?? 0,
    churned: churnedOf.get(merchantId) ?? 0,
  }))
}
