import { asc, sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import type { DayTable } from '../counter-store'
import type { SubscriptionRow } from '../subscription-store'
import { subscriptionEvents, subscriptions } from '../tables'

/** Which days are moved from the zone `from` to the zone `to`: those of `days`, of one merchant or of all. */
export type EntryMove = { days: DayTable; from: string; to: string; merchantId?: string }

/** Of subscriptions that cost what they always did, in one statement: nearly all of them. */
export async function moveUnchangedPrices(tx: Transaction, { days, from, to, merchantId }: EntryMove): Promise<void> {
  const dayIn = (zone: string) => sql`(moved.at at time zone ${zone})::date`
  await tx.execute(sql`
    with changes as (
      select subscription_id, occurred_at as at, kind,
        details ->> 'from' as left_status,
        coalesce(details ->> 'to', details ->> 'status', 'canceled') as entered_status
      from ${subscriptionEvents} told where kind in ('started', 'status_changed', 'canceled') and ${isOf(merchantId)}
        and not exists (select from ${subscriptionEvents} other
          where other.subscription_id = told.subscription_id and other.kind = 'price_changed')),
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

/** Subscriptions whose price has changed, in the order of their ids. */
export async function listRepriced(
  tx: Transaction,
  { merchantId }: Pick<EntryMove, 'merchantId'>,
  { after, limit }: { after: string; limit: number },
): Promise<SubscriptionRow[]> {
  return tx
    .select()
    .from(subscriptions)
    .where(
      sql`${subscriptions.id} in (select subscription_id from ${subscriptionEvents}
        where kind = 'price_changed' and subscription_id > ${after} and ${isOf(merchantId)} order by subscription_id limit ${limit})`,
    )
    .orderBy(asc(subscriptions.id))
}
