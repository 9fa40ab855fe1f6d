import { inArray, sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { subscriptionDefaults } from '../contract'
import { sumByCurrency } from '../rules'
import type { Money } from '../rules'
import type { CounterDeltas, DayDelta, TotalDelta } from './counter-deltas'
import { inSlices } from './in-slices'
import {
  merchantSubscriptionStats as stats,
  subscriptionDays as days,
  subscriptions,
  subscriptionTotals as totals,
} from './tables'

/** Rows that reach zero stay, so that no writer ever deletes what another one is adding to. */
export async function addToCounters(tx: Transaction, deltas: CounterDeltas): Promise<void> {
  await addTotals(tx, deltas.totals)
  await addDays(tx, deltas.days)
  await addToMerchantStats(tx, deltas)
}

export async function addTotals(tx: Transaction, deltas: readonly TotalDelta[]): Promise<void> {
  await inSlices(deltas, (slice) =>
    tx
      .insert(totals)
      .values(slice)
      .onConflictDoUpdate({
        target: [totals.merchantId, totals.status, totals.currency],
        set: {
          count: sql`${totals.count} + excluded.count`,
          monthlyMinor: sql`${totals.monthlyMinor} + excluded.monthly_minor`,
        },
      }),
  )
}

export async function addDays(tx: Transaction, deltas: readonly DayDelta[]): Promise<void> {
  await inSlices(deltas, (slice) =>
    tx
      .insert(days)
      .values(slice)
      .onConflictDoUpdate({
        target: [days.day, days.merchantId, days.status, days.currency],
        set: {
          createdCount: sql`${days.createdCount} + excluded.created_count`,
          updatedCount: sql`${days.updatedCount} + excluded.updated_count`,
          enteredCount: sql`${days.enteredCount} + excluded.entered_count`,
          enteredMonthlyMinor: sql`${days.enteredMonthlyMinor} + excluded.entered_monthly_minor`,
        },
      }),
  )
}

/**
 * A merchant's row keeps the currency it began with (usd when its first batch has some); only amounts in that
 * currency are added to it.
 */
async function addToMerchantStats(tx: Transaction, deltas: CounterDeltas): Promise<void> {
  const revenue = deltas.totals.filter(({ status }) => status === 'active')
  const byMerchant = new Map<string, Money[]>()
  for (const { merchantId, monthlyMinor: amountMinor, currency } of revenue)
    byMerchant.set(merchantId, [...(byMerchant.get(merchantId) ?? []), { amountMinor, currency }])
  const perCurrency = sql.param(
    JSON.stringify(revenue.map((row) => ({ m: row.merchantId, c: row.currency, a: row.monthlyMinor }))),
  )
  await inSlices(deltas.merchants, (slice) =>
    tx
      .insert(stats)
      .values(
        slice.map(({ newestAt, ...row }) => {
          const [first] = sumByCurrency(byMerchant.get(row.merchantId) ?? [])
          return {
            ...row,
            monthlyRevenueMinor: first?.amountMinor ?? 0,
            currency: first?.currency ?? subscriptionDefaults.currency,
            lastActivityAt: newestAt,
          }
        }),
      )
      .onConflictDoUpdate({
        target: stats.merchantId,
        set: {
          totalSubscribers: sql`${stats.totalSubscribers} + excluded.total_subscribers`,
          activeSubscribers: sql`${stats.activeSubscribers} + excluded.active_subscribers`,
          monthlyRevenueMinor: sql`${stats.monthlyRevenueMinor} + coalesce((
            select sum(delta.a) from jsonb_to_recordset(${perCurrency}::jsonb) as delta(m text, c text, a bigint)
            where delta.m = ${stats.merchantId} and delta.c = ${stats.currency}), 0)`,
          lastActivityAt: sql`greatest(${stats.lastActivityAt}, excluded.last_activity_at)`,
        },
      }),
  )
}

/**
 * For merchants whose newest subscription may have left or become older. Their rows are locked by then: a writer whose
 * subscriptions this does not see adds its own after it.
 */
export async function refreshLastActivity(tx: Transaction, merchantIds: readonly string[]): Promise<void> {
  if (merchantIds.length === 0) return
  const newest = tx
    .select({ at: sql`max(${subscriptions}.created_at)` })
    .from(subscriptions)
    .where(sql`${subscriptions}.merchant_id = ${stats}.merchant_id`)
  await tx
    .update(stats)
    .set({ lastActivityAt: sql`(${newest})` })
    .where(inArray(stats.merchantId, [...merchantIds]))
}
