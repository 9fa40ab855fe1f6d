import { sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { listMerchantZones } from '@quaff/features/sessions/server'
import { hasSameHours, type Queryable, type Services, type Transaction } from '@quaff/platform/server'
import { redemptionDefaults } from '../contract'
import { redemptionDays, redemptionHours, redemptions, redemptionTotals } from './tables'

type HoursDrift = { hour: string; merchant_id: string; status: string; stored: number; counted: number }

type CountedZones = {
  platform: string
  /** Merchants whose counters use quarters of an hour (`slotOf`). */
  inQuarters: readonly string[]
}

/** Computes `slotOf` in SQL for rows of `redemptions`. */
const slotInSql = ({ platform, inQuarters }: CountedZones) => sql`
  case when merchant_id = any(${sql.param(inQuarters)}::text[])
    then date_bin('15 minutes', redeemed_at, 'epoch'::timestamptz)
    else date_trunc('hour', redeemed_at, ${platform}) end`

/** Computes the day in the merchant's zone for rows of `redemptions`. */
const dayInSql = (platformZone: string) => sql`
  (redeemed_at at time zone coalesce((select time_zone from ${merchants} where id = merchant_id), ${platformZone}))::date`

/** One statement is one snapshot: a concurrent write is fully visible or not at all. */
export async function findHoursDrift(
  db: Queryable,
  merchantIds: readonly string[],
  zones: CountedZones,
): Promise<HoursDrift[]> {
  const { rows } = await db.execute<HoursDrift>(sql`
    with counted as (
      select ${slotInSql(zones)} as hour, merchant_id, status, count(*) as n
      from ${redemptions} where merchant_id = any(${sql.param(merchantIds)}::text[]) group by 1, 2, 3),
    stored as (select * from ${redemptionHours} where merchant_id = any(${sql.param(merchantIds)}::text[]))
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as hour, merchant_id, status,
      coalesce(stored.count, 0) as stored, coalesce(counted.n, 0) as counted
    from counted full join stored using (hour, merchant_id, status)
    where coalesce(stored.count, 0) <> coalesce(counted.n, 0)
    order by 2, 1, 3`)
  return rows
}

type PlaceDaysDrift = {
  merchant_id: string
  day: string
  location_id: string
  plan_id: string
  stored: number
  counted: number
}

export async function findPlaceDaysDrift(
  db: Queryable,
  merchantIds: readonly string[],
  zone: string,
): Promise<PlaceDaysDrift[]> {
  const { rows } = await db.execute<PlaceDaysDrift>(sql`
    with counted as (
      select merchant_id, ${dayInSql(zone)} as day, coalesce(location_id, '') as location_id,
        coalesce(plan_id, '') as plan_id, count(*) as n
      from ${redemptions}
      where merchant_id = any(${sql.param(merchantIds)}::text[]) and status = ${redemptionDefaults.status} group by 1, 2, 3, 4),
    stored as (select * from ${redemptionDays} where merchant_id = any(${sql.param(merchantIds)}::text[]))
    select merchant_id, day::text as day, location_id, plan_id,
      coalesce(stored.count, 0) as stored, coalesce(counted.n, 0) as counted
    from counted full join stored using (merchant_id, day, location_id, plan_id)
    where coalesce(stored.count, 0) <> coalesce(counted.n, 0)
    order by 1, 2, 3, 4`)
  return rows
}

type TotalsDrift = {
  merchant_id: string
  stored: number
  counted: number
  stored_last: string | null
  counted_last: string | null
}

export async function findTotalsDrift(db: Queryable, merchantIds: readonly string[]): Promise<TotalsDrift[]> {
  const { rows } = await db.execute<TotalsDrift>(sql`
    with counted as (
      select merchant_id, count(*) filter (where status = ${redemptionDefaults.status}) as n, max(redeemed_at) as last
      from ${redemptions} where merchant_id = any(${sql.param(merchantIds)}::text[]) group by 1),
    stored as (select * from ${redemptionTotals} where merchant_id = any(${sql.param(merchantIds)}::text[]))
    select merchant_id, coalesce(stored.count, 0) as stored, coalesce(counted.n, 0) as counted,
      stored.last_redeemed_at::text as stored_last, counted.last::text as counted_last
    from counted full join stored using (merchant_id)
    where coalesce(stored.count, 0) <> coalesce(counted.n, 0) or stored.last_redeemed_at is distinct from counted.last
    order by 1`)
  return rows
}

/** Requires locked rows: a writer whose redemptions are not visible here moves them on afterwards. */
export async function refreshLastRedeemed(tx: Transaction, merchantIds: readonly string[]) {
  if (merchantIds.length === 0) return
  await tx.execute(sql`
    update ${redemptionTotals} set last_redeemed_at = (
      select max(redeemed_at) from ${redemptions} where ${redemptions.merchantId} = ${redemptionTotals.merchantId})
    where merchant_id = any(${sql.param(merchantIds)}::text[])`)
}

export async function listRedeemingMerchants(db: Queryable) {
  const { rows } = await db.execute<{ id: string }>(sql`select merchant_id as id from ${redemptionTotals} order by 1`)
  return rows.map(({ id }) => id)
}

type Settings = Pick<Services, 'settings'>

export async function readCountedZones(
  { settings }: Settings,
  db: Queryable,
  merchantIds: readonly string[],
): Promise<CountedZones> {
  const platform = settings.timeZone
  const zones = await listMerchantZones(db, merchantIds)
  const inQuarters = merchantIds.filter((id) => !hasSameHours(platform, zones.get(id) ?? platform))
  return { platform, inQuarters }
}

/**
 * Recounts a merchant's hours and days from its redemptions in its current zone. The caller holds `lockTotals`, so that
 * no writer changes the counters.
 */
export async function recountHoursAndDays(services: Settings, tx: Transaction, merchantId: string) {
  const zones = await readCountedZones(services, tx, [merchantId])
  await tx.execute(sql`delete from ${redemptionHours} where merchant_id = ${merchantId}`)
  await tx.execute(sql`
    insert into ${redemptionHours} (hour, merchant_id, status, count)
    select ${slotInSql(zones)}, merchant_id, status, count(*) from ${redemptions}
    where merchant_id = ${merchantId} group by 1, 2, 3`)
  await tx.execute(sql`delete from ${redemptionDays} where merchant_id = ${merchantId}`)
  await tx.execute(sql`
    insert into ${redemptionDays} (merchant_id, day, location_id, plan_id, count)
    select merchant_id, ${dayInSql(zones.platform)}, coalesce(location_id, ''), coalesce(plan_id, ''), count(*)
    from ${redemptions} where merchant_id = ${merchantId} and status = ${redemptionDefaults.status} group by 1, 2, 3, 4`)
}
