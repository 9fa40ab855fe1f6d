import { asc, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server'
import type { DayDelta } from './counter-deltas'
import { addDays, addPlanTotals, addTotals, type DayTable } from './counter-store'
import type { Drift, TotalsDrift } from './drift-store'
import {
  subscriptionLocalDays as local,
  merchantSubscriptionStats as stats,
  subscriptionDays,
  subscriptionEvents,
  subscriptionLocalDays,
  subscriptions,
} from './tables'

/** Locks in the order of the writers: merchant rows, totals, plan totals, then days, each by key. */
export async function addDrift(tx: Transaction, drift: Drift) {
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

/** Entries without a known day count as the oldest, so that recent levels do not change. */
function daysOf({ days, entries }: Pick<Drift, 'days' | 'entries'>) {
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

export async function deleteLocalDays(tx: Transaction, merchantId: string) {
  await tx.execute(sql`delete from ${local} where merchant_id = ${merchantId}`)
}

/** Counts creations and updates on days of `zone`. Entries are copied from the platform's days. */
export async function insertLocalDays(tx: Transaction, merchantId: string, zone: string) {
  const own = sql`from ${subscriptions} where merchant_id = ${merchantId}`
  const dayOf = (column: 'created_at' | 'updated_at') => sql`(${sql.raw(column)} at time zone ${zone})::date`
  await tx.execute(sql`
    insert into ${local} (merchant_id, day, status, currency, created_count, updated_count, entered_count, entered_monthly_minor)
    select ${merchantId}, day, status, currency, sum(created), sum(updated), sum(entered), sum(monthly) from (
      select ${dayOf('created_at')} as day, status, billing_currency as currency, 1 as created, 0 as updated,
        0 as entered, 0::bigint as monthly ${own}
      union all
      select ${dayOf('updated_at')}, status, billing_currency, 0, 1, 0, 0 ${own}
      union all
      select day, status, currency, 0, 0, entered_count, entered_monthly_minor from ${subscriptionDays}
      where merchant_id = ${merchantId}) as changes
    group by 2, 3, 4`)
}

/** Moves `days` from the zone `from` to the zone `to`, for one merchant or all. */
export type EntryMove = { days: DayTable; from: string; to: string; merchantId?: string }

/** Moves entries of subscriptions without a price change, nearly all of them, in one statement. */
export async function moveUnchangedPrices(tx: Transaction, { days, from, to, merchantId }: EntryMove) {
  const dayIn = (zone: string) => sql`(moved.at at time zone ${zone})::date`
  await tx.execute(sql`
    with changes as (
      select subscription_id, occurred_at as at, kind,
        details ->> 'from' as left_status,
        coalesce(details ->> 'to', details ->> 'status', 'canceled') as entered_status
      from ${subscriptionEvents} event where kind in ('started', 'status_changed', 'canceled') and ${isOf(merchantId)}
        and not exists (select from ${subscriptionEvents} other
          where other.subscription_id = event.subscription_id and other.kind = 'price_changed')),
    moved as (
      select subscription_id, at, entered_status as status, 1 as sign from changes
      where not (kind = 'started' and entered_status = 'canceled')
      union all
      select subscription_id, at, left_status, -1 from changes where kind <> 'started' and left_status is not null),
    cells as (
      select day, own.merchant_id, moved.status, own.billing_currency as currency,
        sum(moved.sign * shift.step) as n, sum(moved.sign * shift.step * own.monthly_minor) as monthly
      from moved join ${subscriptions} own on own.id = moved.subscription_id
      cross join lateral (values (${dayIn(from)}, -1), (${dayIn(to)}, 1)) shift (day, step)
      where ${dayIn(from)} <> ${dayIn(to)}
      group by 1, 2, 3, 4)
    insert into ${days} as kept
      (day, merchant_id, status, currency, entered_count, entered_monthly_minor)
    select day, merchant_id, status, currency, n, monthly from cells where n <> 0 or monthly <> 0 order by 1, 2, 3, 4
    on conflict (day, merchant_id, status, currency) do update set
      entered_count = kept.entered_count + excluded.entered_count,
      entered_monthly_minor = kept.entered_monthly_minor + excluded.entered_monthly_minor`)
}

const isOf = (merchantId: string | undefined) =>
  merchantId === undefined
    ? sql`true`
    : sql`subscription_id in (select id from ${subscriptions} where merchant_id = ${merchantId})`

/** Returns subscriptions with a price change, in id order. */
export async function listRepriced(
  tx: Transaction,
  { merchantId }: Pick<EntryMove, 'merchantId'>,
  { after, limit }: { after: string; limit: number },
) {
  return tx
    .select()
    .from(subscriptions)
    .where(
      sql`${subscriptions.id} in (select subscription_id from ${subscriptionEvents}
        where kind = 'price_changed' and subscription_id > ${after} and ${isOf(merchantId)} order by subscription_id limit ${limit})`,
    )
    .orderBy(asc(subscriptions.id))
}
