import { sql, type SQL } from 'drizzle-orm'
import { subscriptionCharges } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { shiftPeriod, type PeriodRange } from '../../period/rules'
import { payoutCharges, payouts } from '../tables'

/**
 * Charges, as rows of `charge`, of earlier months that became known in this one or after it, when their own payout
 * existed already. What was recorded before was taken by an earlier payout, or comes with its own month; a day more is
 * looked through, for what was noted just before the month began and committed after the one before was paid out. Where
 * the platform has moved to a zone in which this month begins later than the one before was paid up to, what lies between
 * the two is late as well.
 */
export function lateCharges({ period, start }: PeriodRange, merchantIds?: readonly string[]): SQL {
  const from = sql`${start.toISOString()}::timestamptz`
  return sql`
    select charge.* from ${subscriptionCharges} charge
    where charge.recorded_at >= ${from} - interval '1 day' and charge.period_start < ${from}
      ${merchantIds ? sql`and charge.merchant_id = any(${sql.param([...merchantIds])}::text[])` : sql``}
      and exists (select 1 from ${payouts} own
        where own.merchant_id = charge.merchant_id and own.currency = charge.currency
          and (own.period_start <= charge.period_start and own.period_end > charge.period_start
            or own.period = ${shiftPeriod(period, -1)} and own.period_end <= charge.period_start))
      and ${isUnlinked}`
}

/** A charge is paid at most once. */
export const isUnlinked = sql`not exists (select 1 from ${payoutCharges} link
  where link.subscription_id = charge.subscription_id and link.period_start = charge.period_start)`

export async function listMerchantsWithLate(
  db: Queryable,
  period: PeriodRange,
  merchantIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.execute<{ merchant_id: string }>(
    sql`select distinct late.merchant_id from (${lateCharges(period, merchantIds)}) late`,
  )
  return new Set(rows.map((row) => row.merchant_id))
}
