import { eq, sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { keyset, type KeysetRow, newestFirst, nextCursor } from '@quaff/platform/server/list/keyset'
import { inText } from '@quaff/platform/server/rows/in-text'
import { type MovementKind, type MoveGroup, movesOf } from '../movement-rules'
import { listedSubscription, type ListedSubscription, statusAt, subscriptionsWhere } from './subscription-list-store'
import { subscriptionEvents, subscriptions } from './tables'
import { daysOf, inDaysOf } from './totals-store'

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
  return sql`
    with bound as (
      select step::int, at as begins, lead(at) over (order by step) as ends
      from unnest(${steps}) with ordinality as one (at, step)),
    changed as (
      select id, width_bucket(created_at, ${steps}) as step from ${subscriptions}
      where ${scopeWhere(scope, subscriptions.merchantId)} and ${within(sql`created_at`, { from, to })}
      union
      select ${subscriptions.id}, width_bucket(${subscriptionEvents.occurredAt}, ${steps})
      from ${subscriptionEvents} join ${subscriptions} on ${subscriptions.id} = ${subscriptionEvents.subscriptionId}
      where ${scopeWhere(scope, subscriptions.merchantId)} and ${within(sql`${subscriptionEvents.occurredAt}`, { from, to })}
        and ${subscriptionEvents.kind} in ${movingKinds}),
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

/** The subscriptions behind one kind of movement in one currency, between two bounds. */
export type MoverFilter = { from: Date; to: Date; kind: MovementKind; currency: string }
export type Mover = KeysetRow & { at: Date; amountMinor: number }
export const moversPage = { name: 'movers', order: 'desc' } as const

/** Returns one page, latest change first. The rule that sums the movement decides which rows belong to it. */
export async function listMovers(
  db: Queryable,
  scope: MerchantScope,
  filter: MoverFilter,
  { limit, cursor }: { limit: number; cursor: string | null | undefined },
): Promise<Mover[]> {
  const found: Mover[] = []
  for (let after = cursor, size = limit; ; size = manyRows) {
    const rows = await db.execute<MoveGroup & KeysetRow>(
      moversQuery(scope, filter, { limit: size, cursor: after }),
      'objects',
    )
    for (const { id, sortValue, ...row } of rows)
      for (const { kind, currency, amountMinor } of movesOf(row))
        if (kind === filter.kind && currency === filter.currency)
          found.push({ id, sortValue, at: new Date(Number(sortValue)), amountMinor })
    after = nextCursor(rows, { ...moversPage, limit: size })
    if (found.length >= limit || after === null) return found.slice(0, limit)
  }
}

/** Rows of further reads, where few of the first belonged to the kind. */
const manyRows = 500

/**
 * Reads changes by time and looks at one subscription after the other, so a page stops as soon as it is full: `offset 0`
 * keeps the planner from joining all of them. New subscriptions are listed at their start, others at their last change.
 */
export function moversQuery(
  scope: MerchantScope,
  { from, to, kind, currency }: MoverFilter,
  { limit, cursor }: { limit: number; cursor: string | null | undefined },
): SQL {
  const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`
  const [begins, ends] = [instant(from), instant(to)]
  const page = keyset({ ...moversPage, key: { kind: 'instant', expression: sql`moved.at` }, id: sql`moved.id`, cursor })
  const order = sql.join(page.orderBy, sql`, `)
  const born = sql`
      select ${subscriptions.id} as id, ${subscriptions.createdAt} as at, true as is_born from ${subscriptions}
      where ${scopeWhere(scope, subscriptions.merchantId)} and ${within(sql`${subscriptions.createdAt}`, { from, to })}
      union all`
  const ofScope = sql`join ${subscriptions} on ${subscriptions.id} = event.subscription_id
      and ${scopeWhere(scope, subscriptions.merchantId)}`
  return sql`
    select moved.id, ${page.sortValue} as "sortValue", 1 as step, stood.was, stood."is", stood.was_price as "wasPrice",
      stood.is_price as "isPrice", ${subscriptions.monthlyMinor} as "monthlyMinor",
      ${subscriptions.billingCurrency} as currency, 1 as count
    from (select * from (${kind === 'new' ? born : sql``}
      select event.subscription_id as id, event.occurred_at as at, false as is_born
      from ${subscriptionEvents} event ${scope.all ? sql`` : ofScope}
      where ${within(sql`event.occurred_at`, { from, to })} and event.kind in ${movingKinds}
        and not exists (
          select from ${subscriptionEvents} later where later.subscription_id = event.subscription_id
            and later.kind in ${movingKinds} and ${within(sql`later.occurred_at`, { from, to })}
            and (later.occurred_at, later.id) > (event.occurred_at, event.id) offset 0)
    ) moved where ${page.after ?? sql`true`} order by ${order} offset 0) moved join ${subscriptions} on ${subscriptions.id} = moved.id
    cross join lateral (
      select case when ${subscriptions.createdAt} < ${begins} then ${statusAt(begins)} end as was,
        ${statusAt(ends)} as "is", ${priceAt(begins)} as was_price, ${priceAt(ends)} as is_price) stood
    where (is_born or ${subscriptions.createdAt} < ${begins}) and ${stoodWhere[kind]}
      and (stood.was_price is not null or ${subscriptions.billingCurrency} = ${currency})
    order by ${order} limit ${inText(limit)}`
}

/** Excludes most other rows; the sign of a price change is the rule's to decide. */
const stoodWhere: Record<MovementKind, SQL> = {
  new: sql`stood."is" = 'active' and (stood.was is null or stood.was = 'trialing')`,
  returned: sql`stood."is" = 'active' and stood.was not in ('active', 'trialing')`,
  expansion: sql`stood.was = 'active' and stood."is" = 'active' and stood.was_price is not null`,
  contraction: sql`stood.was = 'active' and stood."is" = 'active' and stood.was_price is not null`,
  past_due: sql`stood.was = 'active' and stood."is" not in ('active', 'canceled')`,
  lost: sql`stood.was = 'active' and stood."is" = 'canceled'`,
}

const movingKinds = sql`('status_changed', 'price_changed', 'canceled')`
const within = (at: SQL, { from, to }: { from: Date; to: Date }) =>
  sql`${at} >= ${from.toISOString()}::timestamptz and ${at} < ${to.toISOString()}::timestamptz`

/** Returns the old price of the first later change, or null without one. */
const priceAt = (at: SQL) => sql`(
  select ${subscriptionEvents.details} ->> 'from' from ${subscriptionEvents}
  where ${subscriptionEvents.subscriptionId} = ${subscriptions.id} and ${subscriptionEvents.kind} = 'price_changed'
    and ${subscriptionEvents.occurredAt} >= ${at}
  order by ${subscriptionEvents.occurredAt}, ${subscriptionEvents.id} limit 1)`

/** Sums the daily counters. Bucket 0 lies before the first of `days`. */
function entriesQuery(scope: MerchantScope, days: readonly string[]): SQL {
  const from = daysOf(scope)
  const { day, status, currency, enteredMonthlyMinor } = from
  return sql`
    select width_bucket(${day}, ${sql.param([...days])}::date[]) as bucket, ${currency} as currency,
      sum(${enteredMonthlyMinor})::bigint as "monthlyMinor"
    from ${from}
    where ${status} = 'active' and ${inDaysOf(scope) ?? sql`true`}
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
