import { inArray, sql } from 'drizzle-orm'
import { insertRows, type Transaction } from '@quaff/platform/server'
import type { Money } from '@quaff/platform/shared/money/money'
import { subscriptionDefaults } from '../contract'
import { sumByCurrency } from '../rules'
import type { CounterDeltas, DayDelta, PlanDelta, TotalDelta } from './counter-deltas'
import {
  merchantSubscriptionStats as stats,
  subscriptionDays,
  subscriptionLocalDays,
  subscriptionPlanTotals as planTotals,
  subscriptions,
  subscriptionTotals as totals,
} from './tables'

/**
 * Rows that reach zero stay, so that no writer deletes a row that another updates. The merchant's row comes first and
 * guards the others, because a transaction may call this repeatedly.
 */
export async function addToCounters(tx: Transaction, deltas: CounterDeltas) {
  await addToMerchantStats(tx, deltas)
  await addTotals(tx, deltas.totals)
  await addPlanTotals(tx, deltas.plans)
  await addDays(tx, deltas.days)
  await addDays(tx, deltas.localDays, subscriptionLocalDays)
}

export async function addTotals(tx: Transaction, deltas: readonly TotalDelta[]) {
  if (deltas.length === 0) return
  await tx.execute(sql`
    ${insertRows(totals, deltas)} on conflict (merchant_id, status, currency) do update set
      count = ${totals.count} + excluded.count, monthly_minor = ${totals.monthlyMinor} + excluded.monthly_minor`)
}

export async function addPlanTotals(tx: Transaction, deltas: readonly PlanDelta[]) {
  if (deltas.length === 0) return
  await tx.execute(sql`
    ${insertRows(planTotals, deltas)} on conflict (merchant_id, plan_id, status, currency) do update set
      count = ${planTotals.count} + excluded.count, monthly_minor = ${planTotals.monthlyMinor} + excluded.monthly_minor`)
}

export type DayTable = typeof subscriptionDays | typeof subscriptionLocalDays

export async function addDays(tx: Transaction, deltas: readonly DayDelta[], days: DayTable = subscriptionDays) {
  if (deltas.length === 0) return
  await tx.execute(sql`
    ${insertRows(days, deltas)} on conflict (day, merchant_id, status, currency) do update set
      created_count = ${days.createdCount} + excluded.created_count,
      updated_count = ${days.updatedCount} + excluded.updated_count,
      entered_count = ${days.enteredCount} + excluded.entered_count,
      entered_monthly_minor = ${days.enteredMonthlyMinor} + excluded.entered_monthly_minor`)
}

/**
 * A merchant's row keeps the currency it began with (usd when its first batch has some); only amounts in that
 * currency are added to it.
 */
async function addToMerchantStats(tx: Transaction, deltas: CounterDeltas) {
  const revenue = deltas.totals.filter(({ status }) => status === 'active')
  const byMerchant = new Map<string, Money[]>()
  for (const { merchantId, monthlyMinor: amountMinor, currency } of revenue)
    byMerchant.set(merchantId, [...(byMerchant.get(merchantId) ?? []), { amountMinor, currency }])
  const perCurrency = sql.param(
    JSON.stringify(revenue.map((row) => ({ m: row.merchantId, c: row.currency, a: row.monthlyMinor }))),
  )
  const rows = deltas.merchants.map(({ newestAt, ...row }) => {
    const [first] = sumByCurrency(byMerchant.get(row.merchantId) ?? [])
    return {
      ...row,
      monthlyRevenueMinor: first?.amountMinor ?? 0,
      currency: first?.currency ?? subscriptionDefaults.currency,
      lastActivityAt: newestAt,
    }
  })
  if (rows.length === 0) return
  await tx.execute(sql`
    ${insertRows(stats, rows)} on conflict (merchant_id) do update set
      total_subscribers = ${stats.totalSubscribers} + excluded.total_subscribers,
      active_subscribers = ${stats.activeSubscribers} + excluded.active_subscribers,
      monthly_revenue_minor = ${stats.monthlyRevenueMinor} + case when excluded.currency = ${stats.currency}
        then excluded.monthly_revenue_minor
        else coalesce((
          select sum(delta.a) from jsonb_to_recordset(${perCurrency}::jsonb) as delta(m text, c text, a bigint)
          where delta.m = ${stats.merchantId} and delta.c = ${stats.currency}), 0) end,
      last_activity_at = greatest(${stats.lastActivityAt}, excluded.last_activity_at)`)
}

/**
 * Recomputes the last activity of merchants whose newest subscription may have left or become older. Their rows must be
 * locked: a writer that is not visible yet adds its own afterwards.
 */
export async function refreshLastActivity(tx: Transaction, merchantIds: readonly string[]) {
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
