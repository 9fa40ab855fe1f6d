import { sql, type SQL } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import type { Queryable } from '@quaff/platform/server/context'
import type { PeriodRange } from '../../period/rules'
import { payouts } from '../../server/tables'
import { heldCharges } from './late-charges-store'
import { partsOfPeriod } from './preview-store'

const at = (instant: Date | undefined) => sql`${(instant ?? new Date(0)).toISOString()}::timestamptz`

export type MissingSum = { period: string; currency: string; amount: string }

/**
 * Charges of ended months whose merchant has no payout for the month in that currency, from the sums of months. Read
 * beside the list, so that it must not look at each charge.
 */
export function missingQuery(ranges: readonly PeriodRange[]): SQL {
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

export async function sumMissing(db: Queryable, ranges: readonly PeriodRange[]): Promise<MissingSum[]> {
  return (await db.execute<MissingSum>(missingQuery(ranges))).rows
}
