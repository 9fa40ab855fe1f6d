import { eq, lt, sql } from 'drizzle-orm'
import { redemptionHours } from '@quaff/features/redemptions/tables'
import { subscriptionDays } from '@quaff/features/subscriptions/tables'
import type { Queryable, Transaction } from '@quaff/platform/server'
import { analyticsDays, analyticsHours, analyticsSnapshots } from './tables'

type Snapshot = { data: unknown; measuredAt: Date }

export async function findSnapshot(db: Queryable, key: string) {
  const [row] = await db
    .select({ data: analyticsSnapshots.data, measuredAt: analyticsSnapshots.measuredAt })
    .from(analyticsSnapshots)
    .where(eq(analyticsSnapshots.key, key))
  return row
}

export async function saveSnapshot(db: Queryable, key: string, { data, measuredAt }: Snapshot) {
  await db
    .insert(analyticsSnapshots)
    .values({ key, data, measuredAt })
    .onConflictDoUpdate({ target: analyticsSnapshots.key, set: { data, measuredAt } })
}

/** Deletes snapshots of ranges that are no longer requested. */
export async function deleteSnapshotsBefore(tx: Transaction, at: Date) {
  await tx.delete(analyticsSnapshots).where(lt(analyticsSnapshots.measuredAt, at))
}

/** Deletes snapshots after the platform's day boundaries changed. */
export async function deleteSnapshots(tx: Transaction) {
  await tx.delete(analyticsSnapshots)
}

/** One refresh at a time; readers do not wait. Lock before reading, so that no data is older than the lock. */
export async function lockCounters(tx: Transaction) {
  await tx.execute(sql`lock table ${analyticsDays}, ${analyticsHours} in share row exclusive mode`)
}

/** Writes changed rows only: most days of a year stay the same. */
export async function rewriteDays(tx: Transaction) {
  await tx.execute(sql`
    with counted as materialized (${countedDays}),
    gone as (
      delete from ${analyticsDays} kept where not exists (
        select from counted where counted.day = kept.day and counted.status = kept.status and counted.currency = kept.currency))
    insert into ${analyticsDays} as kept
      (day, status, currency, created_count, updated_count, entered_count, entered_monthly_minor)
    select day, status, currency, created, updated, entered, monthly from counted
    on conflict (day, status, currency) do update set
      created_count = excluded.created_count, updated_count = excluded.updated_count,
      entered_count = excluded.entered_count, entered_monthly_minor = excluded.entered_monthly_minor
    where (kept.created_count, kept.updated_count, kept.entered_count, kept.entered_monthly_minor)
      is distinct from (excluded.created_count, excluded.updated_count, excluded.entered_count, excluded.entered_monthly_minor)`)
}

export async function rewriteHours(tx: Transaction) {
  await tx.execute(sql`
    with counted as materialized (${countedHours}),
    gone as (
      delete from ${analyticsHours} kept where not exists (
        select from counted where counted.hour = kept.hour and counted.status = kept.status))
    insert into ${analyticsHours} as kept (hour, status, count)
    select hour, status, n from counted
    on conflict (hour, status) do update set count = excluded.count where kept.count <> excluded.count`)
}

/** Omits groups whose sums are all zero. */
const countedDays = sql`
  select day, status, currency, sum(created_count)::int as created, sum(updated_count)::int as updated,
    sum(entered_count)::int as entered, sum(entered_monthly_minor)::bigint as monthly
  from ${subscriptionDays} group by day, status, currency
  having sum(created_count) <> 0 or sum(updated_count) <> 0 or sum(entered_count) <> 0 or sum(entered_monthly_minor) <> 0`

const countedHours = sql`
  select hour, status, sum(count)::int as n from ${redemptionHours} group by hour, status having sum(count) <> 0`

type DaysDrift = { key: string } & Record<
  | 'stored_created'
  | 'counted_created'
  | 'stored_updated'
  | 'counted_updated'
  | 'stored_entered'
  | 'counted_entered'
  | 'stored_monthly'
  | 'counted_monthly',
  number
>

export async function findDaysDrift(tx: Transaction) {
  const { rows } = await tx.execute<DaysDrift>(sql`
    with counted as (${countedDays})
    select concat_ws(' ', day::text, status, currency) as key,
      coalesce(created_count, 0) as stored_created, coalesce(created, 0) as counted_created,
      coalesce(updated_count, 0) as stored_updated, coalesce(updated, 0) as counted_updated,
      coalesce(entered_count, 0) as stored_entered, coalesce(entered, 0) as counted_entered,
      coalesce(entered_monthly_minor, 0) as stored_monthly, coalesce(monthly, 0) as counted_monthly
    from counted full join ${analyticsDays} using (day, status, currency)
    where (created_count, updated_count, entered_count, entered_monthly_minor)
      is distinct from (created, updated, entered, monthly)
    order by 1`)
  return rows
}

type HoursDrift = { key: string; stored: number; counted: number }

export async function findHoursDrift(tx: Transaction) {
  const { rows } = await tx.execute<HoursDrift>(sql`
    with counted as (${countedHours})
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ' ' || status as key,
      coalesce(count, 0) as stored, coalesce(n, 0) as counted
    from counted full join ${analyticsHours} using (hour, status)
    where count is distinct from n
    order by 1`)
  return rows
}
