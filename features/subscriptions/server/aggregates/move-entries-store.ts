import { sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { subscriptionDays, subscriptionEvents, subscriptions } from '../tables'

/**
 * Moves the entries into each status from the days of one zone to those of another. No row keeps the moment of an entry,
 * but the history does; what it does not know stays on its day. Nothing comes or goes, so levels stay what they are.
 */
export async function moveEntries(tx: Transaction, from: string, to: string): Promise<void> {
  const dayIn = (zone: string) => sql`(moved.at at time zone ${zone})::date`
  await tx.execute(sql`
    with changes as (
      select subscription_id, occurred_at as at, kind,
        details ->> 'from' as left_status,
        coalesce(details ->> 'to', details ->> 'status', 'canceled') as entered_status
      from ${subscriptionEvents} where kind in ('started', 'status_changed', 'canceled')),
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
    insert into ${subscriptionDays} as kept
      (day, merchant_id, status, currency, entered_count, entered_monthly_minor)
    select day, merchant_id, status, currency, n, monthly from cells where n <> 0 or monthly <> 0 order by 1, 2, 3, 4
    on conflict (day, merchant_id, status, currency) do update set
      entered_count = kept.entered_count + excluded.entered_count,
      entered_monthly_minor = kept.entered_monthly_minor + excluded.entered_monthly_minor`)
}
