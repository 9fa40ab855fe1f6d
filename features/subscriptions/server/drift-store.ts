import { sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { listMerchantZones } from '@quaff/features/sessions/server'
import { dayKeyIn, isSameZone, type Queryable, type Services } from '@quaff/platform/server'
import { runningStatuses, subscriptionDefaults } from '../contract'
import { findMovesDrift } from '../movement/server/moves-store'
import type { DayTable } from './counter-store'
import {
  merchantSubscriptionStats,
  subscriptionDays,
  subscriptionLocalDays,
  subscriptionPlanTotals,
  subscriptions,
  subscriptionTotals,
} from './tables'

type Cell = { merchant_id: string; status: string; currency: string }
export type TotalsDrift = Cell & { stored: number; counted: number; stored_monthly: number; counted_monthly: number }

/** One statement is one snapshot: a concurrent write is fully visible or not at all. */
const read = <Row extends Record<string, unknown>>(db: Queryable, query: SQL) => db.execute<Row>(query, 'objects')
const anyOf = (ids: readonly string[]) => sql`any(${sql.param(ids)}::text[])`

const findTotalsDrift = (db: Queryable, merchantIds: readonly string[]) =>
  read<TotalsDrift>(
    db,
    sql`
    with counted as (
      select merchant_id, status, billing_currency as currency, count(*) as n, sum(monthly_minor) as monthly
      from ${subscriptions} where merchant_id = ${anyOf(merchantIds)} group by 1, 2, 3),
    stored as (select * from ${subscriptionTotals} where merchant_id = ${anyOf(merchantIds)})
    select merchant_id, status, currency, coalesce(stored.count, 0) as stored, coalesce(counted.n, 0) as counted,
      coalesce(stored.monthly_minor, 0) as stored_monthly, coalesce(counted.monthly, 0) as counted_monthly
    from counted full join stored using (merchant_id, status, currency)
    where (coalesce(stored.count, 0), coalesce(stored.monthly_minor, 0))
      is distinct from (coalesce(counted.n, 0), coalesce(counted.monthly, 0))
    order by 1, 2, 3`,
  )

type PlansDrift = TotalsDrift & { plan_id: string }

const findPlansDrift = (db: Queryable, merchantIds: readonly string[]) =>
  read<PlansDrift>(
    db,
    sql`
    with counted as (
      select merchant_id, coalesce(plan_id, '') as plan_id, status, billing_currency as currency, count(*) as n,
        sum(monthly_minor) as monthly
      from ${subscriptions} where merchant_id = ${anyOf(merchantIds)} group by 1, 2, 3, 4),
    stored as (select * from ${subscriptionPlanTotals} where merchant_id = ${anyOf(merchantIds)})
    select merchant_id, plan_id, status, currency, coalesce(stored.count, 0) as stored, coalesce(counted.n, 0) as counted,
      coalesce(stored.monthly_minor, 0) as stored_monthly, coalesce(counted.monthly, 0) as counted_monthly
    from counted full join stored using (merchant_id, plan_id, status, currency)
    where (coalesce(stored.count, 0), coalesce(stored.monthly_minor, 0))
      is distinct from (coalesce(counted.n, 0), coalesce(counted.monthly, 0))
    order by 1, 2, 3, 4`,
  )

type DaysDrift = Cell & {
  day: string
  stored_created: number
  counted_created: number
  stored_updated: number
  counted_updated: number
}

/** Compares stored days of `merchantIds` with counted days of `countedIds`. `dayOf` converts a time to its day. */
type ComparedDays = {
  table: DayTable
  merchantIds: readonly string[]
  countedIds: readonly string[]
  dayOf: (column: 'created_at' | 'updated_at') => SQL
}

const findDaysDrift = (db: Queryable, { table, merchantIds, countedIds, dayOf }: ComparedDays) =>
  read<DaysDrift>(
    db,
    sql`
    with own as (select * from ${subscriptions} where merchant_id = ${anyOf(countedIds)}),
    counted as (
      select day, merchant_id, status, currency, sum(created) as created, sum(updated) as updated from (
        select ${dayOf('created_at')} as day, merchant_id, status, billing_currency as currency,
          1 as created, 0 as updated from own
        union all
        select ${dayOf('updated_at')}, merchant_id, status, billing_currency, 0, 1 from own) changes
      group by 1, 2, 3, 4),
    stored as (select * from ${table} where merchant_id = ${anyOf(merchantIds)})
    select day::text as day, merchant_id, status, currency, coalesce(stored.created_count, 0) as stored_created,
      coalesce(counted.created, 0) as counted_created, coalesce(stored.updated_count, 0) as stored_updated,
      coalesce(counted.updated, 0) as counted_updated
    from counted full join stored using (day, merchant_id, status, currency)
    where (coalesce(stored.created_count, 0), coalesce(stored.updated_count, 0))
      is distinct from (coalesce(counted.created, 0), coalesce(counted.updated, 0))
    order by 1, 2, 3, 4`,
  )

type EntriesDrift = TotalsDrift & { first_day: string }

/** Only the counter knows the day of each entry, but the sum of all entries must equal the level. */
const findEntriesDrift = (
  db: Queryable,
  { table, merchantIds, countedIds }: Pick<ComparedDays, 'table' | 'merchantIds' | 'countedIds'>,
  today: string,
) =>
  read<EntriesDrift>(
    db,
    sql`
    with counted as (
      select merchant_id, status, billing_currency as currency, count(*) as n, sum(monthly_minor) as monthly
      from ${subscriptions} where merchant_id = ${anyOf(countedIds)} group by 1, 2, 3),
    stored as (
      select merchant_id, status, currency, sum(entered_count) as n, sum(entered_monthly_minor) as monthly, min(day) as first_day
      from ${table} where merchant_id = ${anyOf(merchantIds)} group by 1, 2, 3)
    select merchant_id, status, currency, coalesce(stored.n, 0) as stored, coalesce(counted.n, 0) as counted,
      coalesce(stored.monthly, 0) as stored_monthly, coalesce(counted.monthly, 0) as counted_monthly,
      coalesce(stored.first_day, ${today}::date)::text as first_day
    from counted full join stored using (merchant_id, status, currency)
    where (coalesce(stored.n, 0), coalesce(stored.monthly, 0)) is distinct from (coalesce(counted.n, 0), coalesce(counted.monthly, 0))
    order by 1, 2, 3`,
  )

type StatsDrift = {
  merchant_id: string
  currency: string
  stored_total: number
  counted_total: number
  stored_active: number
  counted_active: number
  stored_revenue: number
  counted_revenue: number
  stored_newest: string | null
  counted_newest: string | null
}

/**
 * Compares revenue in the currency of the stored row. A missing row uses usd if there is any, else another currency.
 */
const findStatsDrift = (db: Queryable, merchantIds: readonly string[]) =>
  read<StatsDrift>(
    db,
    sql`
    with own as (select * from ${subscriptions} where merchant_id = ${anyOf(merchantIds)}),
    counted as (
      select merchant_id, count(*) filter (where status <> 'canceled') as total,
        count(*) filter (where status = 'active') as active, max(created_at) as newest,
        min(billing_currency) filter (where status = 'active') as any_currency,
        bool_or(status = 'active' and billing_currency = ${subscriptionDefaults.currency}) as has_default
      from own group by 1),
    both_sides as (
      select merchant_id, coalesce(stored.currency, case when counted.has_default then ${subscriptionDefaults.currency}
          else counted.any_currency end, ${subscriptionDefaults.currency}) as currency,
        coalesce(stored.total_subscribers, 0) as stored_total, coalesce(counted.total, 0) as counted_total,
        coalesce(stored.active_subscribers, 0) as stored_active, coalesce(counted.active, 0) as counted_active,
        coalesce(stored.monthly_revenue_minor, 0) as stored_revenue,
        stored.last_activity_at as stored_newest, counted.newest as counted_newest
      from counted full join (
        select * from ${merchantSubscriptionStats} where merchant_id = ${anyOf(merchantIds)}) stored using (merchant_id)),
    priced as (
      select both_sides.*, coalesce((select sum(monthly_minor) from own where own.merchant_id = both_sides.merchant_id
        and own.status = 'active' and own.billing_currency = both_sides.currency), 0) as counted_revenue from both_sides)
    select merchant_id, currency, stored_total, counted_total, stored_active, counted_active, stored_revenue,
      counted_revenue, stored_newest::text as stored_newest, counted_newest::text as counted_newest
    from priced
    where (stored_total, stored_active, stored_revenue, stored_newest)
      is distinct from (counted_total, counted_active, counted_revenue, counted_newest)
    order by 1`,
  )

export async function findDrift(
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  db: Queryable,
  merchantIds: readonly string[],
) {
  const { timeZone } = settings
  const today = dayKeyIn(timeZone, clock.now())
  const zones = await listMerchantZones(db, merchantIds)
  const platformDays: ComparedDays = {
    table: subscriptionDays,
    merchantIds,
    countedIds: merchantIds,
    dayOf: (column) => sql`(${sql.raw(column)} at time zone ${timeZone})::date`,
  }
  const localDays: ComparedDays = {
    table: subscriptionLocalDays,
    merchantIds,
    countedIds: [...zones].flatMap(([id, zone]) => (isSameZone(zone, timeZone) ? [] : [id])),
    dayOf: (column) =>
      sql`(${sql.raw(column)} at time zone (select time_zone from ${merchants} where id = merchant_id))::date`,
  }
  return {
    totals: await findTotalsDrift(db, merchantIds),
    plans: await findPlansDrift(db, merchantIds),
    days: await findDaysDrift(db, platformDays),
    entries: await findEntriesDrift(db, platformDays, today),
    localDays: await findDaysDrift(db, localDays),
    localEntries: await findEntriesDrift(db, localDays, today),
    stats: await findStatsDrift(db, merchantIds),
    moves: await findMovesDrift(db, merchantIds),
  }
}
export type Drift = Awaited<ReturnType<typeof findDrift>>

type PersonDrift = { id: string; stored: number; counted: number }

/** Checks the users with `after` < id <= `through`. */
export async function findPersonDrift(db: Queryable, after: string, through: string): Promise<PersonDrift[]> {
  const { rows } = await db.execute<PersonDrift>(sql`
    select people.id, people.subscription_count as stored, coalesce(held.n, 0) as counted
    from ${users} people
    left join (
      select user_id, count(*) as n from ${subscriptions}
      where user_id > ${after} and user_id <= ${through} and status = any(${sql.param([...runningStatuses])}::text[])
      group by 1) held on held.user_id = people.id
    where people.id > ${after} and people.id <= ${through} and people.subscription_count <> coalesce(held.n, 0)
    order by people.id collate "C"`)
  return rows
}

/** Returns the last id of the next `limit` users, or null at the end. */
export async function findSliceEnd(db: Queryable, after: string, limit: number) {
  const { rows } = await db.execute<{ id: string | null }>(sql`
    select max(id) as id from (select id from ${users} where id > ${after} order by id limit ${limit}) slice`)
  return rows[0]?.id ?? null
}

/** Returns all merchants, and ids that only have counters. */
export async function listCountedMerchants(db: Queryable) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from ${merchants} union select merchant_id from ${subscriptionTotals}
    union select merchant_id from ${merchantSubscriptionStats} order by 1`)
  return rows.map(({ id }) => id)
}
