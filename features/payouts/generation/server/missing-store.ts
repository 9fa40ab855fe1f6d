import { sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { chargeHolds, subscriptionCharges } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server'
import type { PaidOverlap, PayoutPeriods } from '../../generation-contract'
import type { PeriodRange } from '../../period-rules'
import { payouts } from '../../server/tables'
import type { PayoutStatus } from '../../statement-contract'
import { heldCharges } from './late-charges-store'
import { partsOfPeriod } from './preview-store'

const at = (instant: Date | undefined) => sql`${(instant ?? new Date(0)).toISOString()}::timestamptz`

export type MissingSum = { period: string; currency: string; amount: string }

/**
 * Sums charges of ended months whose merchant has no payout in that currency. Reads the monthly counters, because it
 * runs with every list request.
 */
export function missingQuery(ranges: readonly PeriodRange[]) {
  const [newest, oldest] = [ranges[0], ranges.at(-1)]
  const parts = ranges.map((range) => sql`select ${range.period}::text, part.* from (${partsOfPeriod(range)}) part`)
  const periods = ranges.map(({ period, start, end }) => sql`(${period}::text, ${at(start)}, ${at(end)})`)
  return sql`
    select period, currency, sum(amount)::text as amount from (
      select part.period, part.merchant_id, part.currency, sum(part.amount_minor) as amount from (
        ${sql.join(parts, sql` union all `)}
        union all select ended.period, held.merchant_id, held.currency, -held.amount_minor, -1
          from (values ${sql.join(periods, sql`, `)}) ended(period, first, after)
          join (${heldCharges(sql`period_start >= ${at(oldest?.start)} and period_start < ${at(newest?.end)}`)}) held
            on held.period_start >= ended.first and held.period_start < ended.after
      ) part(period, merchant_id, currency, amount_minor, count)
      group by 1, 2, 3 having sum(part.count) <> 0
    ) due
    where exists (select 1 from ${merchants} m where m.id = due.merchant_id)
      and not exists (select 1 from ${payouts} own where own.merchant_id = due.merchant_id
        and own.period = due.period and own.currency = due.currency)
    group by 1, 2`
}

export async function sumMissing(db: Queryable, ranges: readonly PeriodRange[]) {
  return (await db.execute<MissingSum>(missingQuery(ranges))).rows
}

type PeriodSum = { period: string; status: PayoutStatus; currency: string; count: number; net: string }
type PeriodDetails = { sums: PeriodSum[]; paidOverlaps: PayoutPeriods['paidOverlaps'] }
type FoundOverlap = Omit<PaidOverlap, 'periodStart'> & { periodStart: string; count: number }

/**
 * Sums the payouts of each month by an index alone, and finds unreviewed charges that payouts took twice. The index of unreleased holds
 * makes the second lookup fast.
 */
export async function readPeriodDetails(
  db: Queryable,
  periods: readonly string[],
  limit: number,
): Promise<PeriodDetails> {
  const { rows } = await db.execute<{ sums: PeriodSum[]; overlaps: FoundOverlap[] }>(sql`
    select (
      select coalesce(json_agg(counted), '[]') from (
        select period, status, currency, count(*)::int as count, sum(net_minor)::text as net from ${payouts}
        where period = any(${sql.param([...periods])}::text[]) group by period, status, currency
      ) counted
    ) as sums, (
      select coalesce(json_agg(found), '[]') from (
        select charge.subscription_id as "subscriptionId", charge.period_start as "periodStart",
          m.name as "merchantName", charge.amount_minor as amount, charge.currency, (count(*) over ())::int as count
        from ${chargeHolds} hold
        join ${subscriptionCharges} charge
          on charge.subscription_id = hold.subscription_id and charge.period_start = hold.period_start
        join ${merchants} m on m.id = charge.merchant_id
        where hold.reason = 'paid_overlap' and hold.released_at is null
        order by charge.period_start, charge.subscription_id limit ${limit}
      ) found
    ) as overlaps`)
  const [{ sums, overlaps } = { sums: [], overlaps: [] }] = rows
  return {
    sums,
    paidOverlaps: {
      count: overlaps[0]?.count ?? 0,
      charges: overlaps.map(({ count: _count, periodStart, ...row }) => ({
        ...row,
        periodStart: new Date(periodStart),
      })),
    },
  }
}
