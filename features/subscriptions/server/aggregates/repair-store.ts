import { inArray, sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import type { DayDelta } from '../counter-deltas'
import { addDays, addPlanTotals, addTotals } from '../counter-store'
import { merchantSubscriptionStats as stats, subscriptionLocalDays } from '../tables'
import type { Drift, TotalsDrift } from './drift-store'

/** In the order of the writers: the merchants' rows, totals, those by plan, then days, each by key. */
export async function addDrift(tx: Transaction, drift: Drift): Promise<void> {
  const { totals, plans, days, entries, localDays, localEntries } = drift
  const touched = [...totals, ...plans, ...days, ...entries, ...localDays, ...localEntries].map(
    (row) => row.merchant_id,
  )
  const byKey = tx.select({ id: stats.merchantId }).from(stats).orderBy(stats.merchantId)
  await byKey.where(inArray(stats.merchantId, [...new Set(touched)])).for('update')
  for (const row of drift.stats) {
    await tx
      .insert(stats)
      .values({
        merchantId: row.merchant_id,
        currency: row.currency,
        totalSubscribers: row.counted_total - row.stored_total,
        activeSubscribers: row.counted_active - row.stored_active,
        monthlyRevenueMinor: row.counted_revenue - row.stored_revenue,
      })
      .onConflictDoUpdate({
        target: stats.merchantId,
        set: {
          totalSubscribers: sql`${stats.totalSubscribers} + excluded.total_subscribers`,
          activeSubscribers: sql`${stats.activeSubscribers} + excluded.active_subscribers`,
          monthlyRevenueMinor: sql`${stats.monthlyRevenueMinor} + excluded.monthly_revenue_minor`,
        },
      })
  }
  await addTotals(tx, drift.totals.map(levelOf))
  await addPlanTotals(
    tx,
    drift.plans.map((row) => ({ ...levelOf(row), planId: row.plan_id })),
  )
  await addDays(tx, daysOf(drift))
  await addDays(tx, daysOf({ days: drift.localDays, entries: drift.localEntries }), subscriptionLocalDays)
}

const levelOf = (row: TotalsDrift) => ({
  merchantId: row.merchant_id,
  status: row.status,
  currency: row.currency,
  count: row.counted - row.stored,
  monthlyMinor: row.counted_monthly - row.stored_monthly,
})

/** Entries that nobody can date any more count as the oldest ones: the levels of the last days stay what they are. */
function daysOf({ days, entries }: Pick<Drift, 'days' | 'entries'>): DayDelta[] {
  const none = { createdCount: 0, updatedCount: 0, enteredCount: 0, enteredMonthlyMinor: 0 }
  const deltas = new Map<string, DayDelta>()
  const deltaOf = (day: string, row: { merchant_id: string; status: string; currency: string }): DayDelta => {
    const key = [day, row.merchant_id, row.status, row.currency].join('\u0000')
    const delta = deltas.get(key) ?? {
      day,
      merchantId: row.merchant_id,
      status: row.status,
      currency: row.currency,
      ...none,
    }
    deltas.set(key, delta)
    return delta
  }
  for (const row of days) {
    const delta = deltaOf(row.day, row)
    delta.createdCount = row.counted_created - row.stored_created
    delta.updatedCount = row.counted_updated - row.stored_updated
  }
  for (const row of entries) {
    const delta = deltaOf(row.first_day, row)
    delta.enteredCount = row.counted - row.stored
    delta.enteredMonthlyMinor = row.counted_monthly - row.stored_monthly
  }
  return [...deltas].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, delta]) => delta)
}
