import { sql, type SQL } from 'drizzle-orm'
import { isNotHeld } from '@quaff/features/subscriptions/server'
import { chargeHolds, subscriptionCharges } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server'
import { shiftPeriod, type PeriodRange } from '../../period-rules'
import { payoutCharges, payouts } from '../../server/tables'

const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`

/**
 * Selects unpaid charges of earlier months, as rows of `charge`, that became known or were released in this month or
 * later. Their own payout already existed, or a zone change left them between two payouts. The window starts a day
 * early, for rows that committed after the previous month was paid out.
 */
export function lateCharges({ period, start }: PeriodRange, merchantIds?: readonly string[]): SQL {
  const ofMerchants = sql`charge.merchant_id = any(${sql.param([...(merchantIds ?? [])])}::text[])`
  return sql`
    select charge.* from ${subscriptionCharges} charge
    where ${merchantIds ? ofMerchants : sql`true`} and ${isLate({ period, start })}
    union all ${releasedCharges({ period, start }, merchantIds ? ofMerchants : sql`true`)}`
}

/** Charges that were recorded in time but released from a hold later. */
const releasedCharges = ({ period, start }: Pick<PeriodRange, 'period' | 'start'>, ofMerchants: SQL) => sql`
  select charge.* from (
    select distinct subscription_id, period_start from ${chargeHolds} where released_at >= ${latelyFrom(start)}
  ) released
  join ${subscriptionCharges} charge
    on charge.subscription_id = released.subscription_id and charge.period_start = released.period_start
  where ${ofMerchants} and charge.recorded_at < ${latelyFrom(start)} and ${isLeftOver({ period, start })}`

/**
 * Selects late charges of all merchants. The index omits charges recorded within an hour of their start, so they are
 * looked up where the previous month has unpaid charges. `case … = 1` makes the planner expect few such rows; a plain
 * condition costs JIT compilation.
 */
export function everyLateCharge({ period, start }: PeriodRange, chargesBefore: SQL) {
  const before = shiftPeriod(period, -1)
  const edge = sql`${at(start)} - interval '25 hours'`
  return sql`
    select charge.* from ${subscriptionCharges} charge
    where ${isRecordedLate} and ${isLate({ period, start })}
    union all
    select charge.* from (
      select distinct own.merchant_id, own.currency from ${payouts} own
      left join (${chargesBefore}) held on held."merchantId" = own.merchant_id and held.currency = own.currency
      where own.period in (${before}, ${shiftPeriod(before, -1)})
        and case own.period when ${before}
          then own.period_end <> ${at(start)} or coalesce(held.count, 0) <> own.renewal_count - own.late_count
          else own.period_end > ${edge} end::int = 1
    ) behind
    cross join lateral (select * from ${subscriptionCharges} own
      where own.merchant_id = behind.merchant_id and own.currency = behind.currency
        and own.period_start >= ${edge} and own.period_start < ${at(start)} offset 0) charge
    where not (${isRecordedLate}) and ${isLate({ period, start })}
    union all ${releasedCharges({ period, start }, sql`true`)}`
}

/** Must match the index expression. */
const isRecordedLate = sql`charge.recorded_at - charge.period_start >= '01:00:00'::interval`

const latelyFrom = (start: Date) => sql`${at(start)} - interval '1 day'`

const isLate = ({ period, start }: Pick<PeriodRange, 'period' | 'start'>) => sql`
  charge.recorded_at >= ${latelyFrom(start)} and ${isLeftOver({ period, start })}`

const isLeftOver = ({ period, start }: Pick<PeriodRange, 'period' | 'start'>) => sql`
  charge.period_start < ${at(start)}
  and exists (select 1 from ${payouts} own
    where own.merchant_id = charge.merchant_id and own.currency = charge.currency
      and (own.period_start <= charge.period_start and own.period_end > charge.period_start
        or own.period = ${shiftPeriod(period, -1)} and own.period_end <= charge.period_start) offset 0)
  and ${isPayable}`

const isUnlinked = sql`not exists (select 1 from ${payoutCharges} link
  where link.subscription_id = charge.subscription_id and link.period_start = charge.period_start)`

export const isPayable = sql`${isUnlinked} and ${isNotHeld}`

/**
 * Selects unpaid held charges, as rows of `charge`, that await a decision or are withheld. `of` filters their holds.
 */
export const heldCharges = (of: SQL) => sql`
  select charge.* from (
    select distinct subscription_id, period_start from ${chargeHolds} where released_at is null and ${of}
  ) held
  join ${subscriptionCharges} charge
    on charge.subscription_id = held.subscription_id and charge.period_start = held.period_start
  where ${isUnlinked}`

/** Selects charges held for an overlap that are undecided. `of` filters their holds. */
export const openOverlaps = (of: SQL) => sql`
  select charge.* from ${chargeHolds} held join ${subscriptionCharges} charge
    on charge.subscription_id = held.subscription_id and charge.period_start = held.period_start
  where held.reason = 'overlap' and held.released_at is null and held.withheld_at is null
    and (held.subscription_id, held.period_start) in (
      select subscription_id, period_start from ${chargeHolds} where released_at is null and ${of})`

export async function listMerchantsWithLate(db: Queryable, period: PeriodRange, merchantIds: readonly string[]) {
  const { rows } = await db.execute<{ merchant_id: string }>(
    sql`select distinct late.merchant_id from (${lateCharges(period, merchantIds)}) late`,
  )
  return new Set(rows.map((row) => row.merchant_id))
}
