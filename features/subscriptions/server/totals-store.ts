import { and, eq, gt, gte, ne, or, sql, sum } from 'drizzle-orm'
import { hasLocalDays, type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import { compactCounts, earliestRecord, inText, type Queryable, type Services } from '@quaff/platform/server'
import {
  subscriptionDays,
  subscriptionLocalDays,
  subscriptionPlatformDays,
  subscriptionPlatformTotals,
  subscriptionTotals,
} from './tables'

export type StatusTotal = { status: string; currency: string; count: number; monthlyMinor: number }

/** Returns current levels per status and currency. */
export async function sumTotals(db: Queryable, scope: MerchantScope) {
  const from = scope.all ? subscriptionPlatformTotals : subscriptionTotals
  return db
    .select({
      status: from.status,
      currency: from.currency,
      count: sql<number>`sum(${from.count})`,
      monthlyMinor: sql<number>`sum(${from.monthlyMinor})`,
    })
    .from(from)
    .where(scope.all ? undefined : scopeWhere(scope, subscriptionTotals.merchantId))
    .groupBy(from.status, from.currency)
}

/** Returns the table of days by merchant: the local one for a merchant with its own zone. */
export const merchantDaysOf = (scope: MerchantScope) => (hasLocalDays(scope) ? subscriptionLocalDays : subscriptionDays)

/** Returns the table of days for a scope. Sums over all merchants have their own table. */
export const daysOf = (scope: MerchantScope) => (scope.all ? subscriptionPlatformDays : merchantDaysOf(scope))
export const inDaysOf = (scope: MerchantScope) =>
  scope.all ? undefined : scopeWhere(scope, merchantDaysOf(scope).merchantId)

export type DayEntries = { day: string; currency: string; entered: number; enteredMonthlyMinor: number }

/** Returns net entries into `active` on each day after `day`. */
export async function listActiveEntriesAfter(db: Queryable, scope: MerchantScope, day: string) {
  const from = daysOf(scope)
  return db
    .select({
      day: from.day,
      currency: from.currency,
      entered: sql<number>`sum(${from.enteredCount})`,
      enteredMonthlyMinor: sql<number>`sum(${from.enteredMonthlyMinor})`,
    })
    .from(from)
    .where(and(inDaysOf(scope), eq(from.status, 'active'), gt(from.day, day)))
    .groupBy(from.day, from.currency)
}

/** Returns the first recorded day, or null without any. The epoch means a missing time and does not count. */
export async function findFirstDay(db: Queryable, scope: MerchantScope) {
  const days = merchantDaysOf(scope)
  const [row] = await db
    .select({ day: days.day })
    .from(days)
    .where(
      and(
        scopeWhere(scope, days.merchantId),
        gte(days.day, earliestRecord.toISOString().slice(0, 10)),
        or(ne(days.createdCount, 0), ne(days.updatedCount, 0), ne(days.enteredCount, 0)),
      ),
    )
    .orderBy(days.day)
    .limit(inText(1))
  return row?.day ?? null
}

/** Counts active subscriptions and those canceled on `sinceDay` or later, per merchant. */
export async function listChurnByMerchant(db: Queryable, scope: MerchantScope, sinceDay: string) {
  const days = merchantDaysOf(scope)
  const churned = db
    .select({ merchantId: days.merchantId, count: sum(days.updatedCount).as('churned_count') })
    .from(days)
    .where(
      and(
        scopeWhere(scope, days.merchantId),
        eq(days.status, 'canceled'),
        ne(days.updatedCount, 0),
        gte(days.day, sinceDay),
      ),
    )
    .groupBy(days.merchantId)
    .as('churned')
  const active = db
    .select({ merchantId: subscriptionTotals.merchantId, count: sum(subscriptionTotals.count).as('active_count') })
    .from(subscriptionTotals)
    .where(and(scopeWhere(scope, subscriptionTotals.merchantId), eq(subscriptionTotals.status, 'active')))
    .groupBy(subscriptionTotals.merchantId)
    .as('active')
  return db
    .select({
      merchantId: sql<string>`coalesce(${active.merchantId}, ${churned.merchantId})`,
      active: sql<number>`coalesce(${active.count}, 0)::integer`,
      churned: sql<number>`coalesce(${churned.count}, 0)::integer`,
    })
    .from(active)
    .fullJoin(churned, eq(churned.merchantId, active.merchantId))
}

/** Merges rows into one per key. Rows that are inserted concurrently stay separate. */
export async function compactPlatformCounts({ db }: Pick<Services, 'db'>) {
  await compactCounts(db, {
    table: subscriptionPlatformTotals,
    keys: ['status', 'currency'],
    sums: ['count', 'monthly_minor'],
  })
  await compactCounts(db, {
    table: subscriptionPlatformDays,
    keys: ['day', 'status', 'currency'],
    sums: ['created_count', 'updated_count', 'entered_count', 'entered_monthly_minor'],
  })
}
