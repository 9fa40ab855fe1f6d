import { eq, sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { newestFirst } from '@quaff/platform/server/list/keyset'
import { inText } from '@quaff/platform/server/rows/in-text'
import type { MoveGroup } from '../movement-rules'
import { listedSubscription, type ListedSubscription, statusAt, subscriptionsWhere } from './subscription-list-store'
import { subscriptionEvents, subscriptions } from './tables'
import { merchantDaysOf } from './totals-store'

type RevenueEntry = { bucket: number; currency: string; monthlyMinor: number }
type Movement = { entries: RevenueEntry[]; moves: MoveGroup[] }

/**
 * Reads entries into monthly revenue between `days` and moves of subscriptions between `bounds`, both ascending. One
 * statement is one snapshot; otherwise a concurrent write would make the figures disagree.
 */
export async function readMovement(
  db: Queryable,
  scope: MerchantScope,
  { days, bounds }: { days: readonly string[]; bounds: readonly Date[] },
): Promise<Movement> {
  const [movement] = await db.execute<Movement>(
    sql`select (select coalesce(json_agg(entry), '[]') from (${entriesQuery(scope, days)}) entry) as entries,
      (select coalesce(json_agg(move), '[]') from (${movesQuery(scope, bounds)}) move) as moves`,
    'objects',
  )
  return movement ?? { entries: [], moves: [] }
}

/**
 * Counts subscriptions by their state at both ends of each step. Equal ones form a group, so SQL computes no amount.
 */
export function movesQuery(scope: MerchantScope, bounds: readonly Date[]): SQL {
  const steps = sql`${sql.param(bounds.map((bound) => bound.toISOString()))}::timestamptz[]`
  const [from, to] = [bounds[0] ?? new Date(0), bounds.at(-1) ?? new Date(0)]
  const within = (at: SQL) =>
    sql`${at} >= ${from.toISOString()}::timestamptz and ${at} < ${to.toISOString()}::timestamptz`
  return sql`
    with bound as (
      select step::int, at as begins, lead(at) over (order by step) as ends
      from unnest(${steps}) with ordinality as one (at, step)),
    changed as (
      select id, width_bucket(created_at, ${steps}) as step from ${subscriptions}
      where ${scopeWhere(scope, subscriptions.merchantId)} and ${within(sql`created_at`)}
      union
      select ${subscriptions.id}, width_bucket(${subscriptionEvents.occurredAt}, ${steps})
      from ${subscriptionEvents} join ${subscriptions} on ${subscriptions.id} = ${subscriptionEvents.subscriptionId}
      where ${scopeWhere(scope, subscriptions.merchantId)} and ${within(sql`${subscriptionEvents.occurredAt}`)}
        and ${subscriptionEvents.kind} in ('status_changed', 'price_changed', 'canceled')),
    stood as materialized (
      select changed.step, ${subscriptions.monthlyMinor} as monthly, ${subscriptions.billingCurrency} as currency,
        case when ${subscriptions.createdAt} < bound.begins then ${statusAt(sql`bound.begins`)} end as was,
        ${statusAt(sql`bound.ends`)} as "is",
        ${priceAt(sql`bound.begins`)} as was_price, ${priceAt(sql`bound.ends`)} as is_price
      from changed join bound using (step) join ${subscriptions} on ${subscriptions.id} = changed.id)
    select step, was, "is", was_price as "wasPrice", is_price as "isPrice", monthly as "monthlyMinor", currency,
      count(*) as count
    from stood where was = 'active' or "is" = 'active'
    group by 1, 2, 3, 4, 5, 6, 7`
}

/** Returns the old price of the first later change, or null without one. */
const priceAt = (at: SQL) => sql`(
  select ${subscriptionEvents.details} ->> 'from' from ${subscriptionEvents}
  where ${subscriptionEvents.subscriptionId} = ${subscriptions.id} and ${subscriptionEvents.kind} = 'price_changed'
    and ${subscriptionEvents.occurredAt} >= ${at}
  order by ${subscriptionEvents.occurredAt}, ${subscriptionEvents.id} limit 1)`

/** Sums the daily counters. Bucket 0 lies before the first of `days`. */
function entriesQuery(scope: MerchantScope, days: readonly string[]): SQL {
  const from = merchantDaysOf(scope)
  const { day, status, currency, merchantId, enteredMonthlyMinor } = from
  return sql`
    select width_bucket(${day}, ${sql.param([...days])}::date[]) as bucket, ${currency} as currency,
      sum(${enteredMonthlyMinor})::bigint as "monthlyMinor"
    from ${from}
    where ${scopeWhere(scope, merchantId)} and ${status} = 'active'
    group by 1, 2 having sum(${enteredMonthlyMinor}) <> 0`
}

/** Canceled with the last change in [from, to), like the counters and the list of subscriptions. */
type Leaving = { planId: string | undefined; from: Date; to: Date }

const cancellationsWhere = (scope: MerchantScope, { planId, from, to }: Leaving) =>
  subscriptionsWhere(scope, { planId, canceledFrom: from, canceledTo: new Date(to.getTime() - 1) })

/** Latest cancellation first. */
export async function listCancellations(
  db: Queryable,
  scope: MerchantScope,
  leaving: Leaving,
  limit: number,
): Promise<ListedSubscription[]> {
  return db
    .select(listedSubscription)
    .from(subscriptions)
    .leftJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(cancellationsWhere(scope, leaving))
    .orderBy(newestFirst(subscriptions.updatedAt), sql`${subscriptions.id} desc`)
    .limit(inText(limit))
}

type CancellationGroup = {
  reason: string | null
  /** Null if it was already canceled when first written. */
  wasStatus: string | null
  currency: string
  count: number
  monthlyMinor: number
}

/** Sums all cancellations by reason, former status and currency. */
export async function sumCancellations(
  db: Queryable,
  scope: MerchantScope,
  leaving: Leaving,
): Promise<CancellationGroup[]> {
  // The table name is written out, because a column in a select list loses it.
  const wasStatus = sql<string | null>`(
    select event.details ->> 'from' from ${subscriptionEvents} event
    where event.subscription_id = subscriptions.id and event.kind = 'canceled'
    order by event.occurred_at desc limit 1)`.as('was_status')
  const left = db
    .select({
      reason: sql<string | null>`nullif(trim(${subscriptions.cancelReason}), '')`.as('reason'),
      wasStatus,
      currency: subscriptions.billingCurrency,
      monthlyMinor: subscriptions.monthlyMinor,
    })
    .from(subscriptions)
    .where(cancellationsWhere(scope, leaving))
    .as('left_ones')
  return db
    .select({
      reason: left.reason,
      wasStatus: left.wasStatus,
      currency: left.currency,
      count: sql<number>`count(*)`,
      monthlyMinor: sql<number>`sum(${left.monthlyMinor})`,
    })
    .from(left)
    .groupBy(left.reason, left.wasStatus, left.currency)
}
