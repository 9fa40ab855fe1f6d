import { eq, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import {
  dayKeyIn,
  inText,
  keyset,
  type KeysetRow,
  newestFirst,
  nextCursor,
  type Queryable,
  startOfDayKeyIn,
} from '@quaff/platform/server'
import { type Move, type MovementKind, type MoveGroup, movesOf } from '../../movement-rules'
import {
  listedSubscription,
  type ListedSubscription,
  statusAt,
  subscriptionsWhere,
} from '../../server/subscription-list-store'
import { subscriptionEvents, subscriptions } from '../../server/tables'
import { daysOf, inDaysOf } from '../../server/totals-store'
import { arrayOf, movingKinds, priceAt, spansQuery, type Window } from './moves-store'
import { subscriptionMoves as moves, subscriptionMovesDue as due } from './tables'

type RevenueEntry = { bucket: number; currency: string; monthlyMinor: number }

/**
 * Reads entries into monthly revenue between `days`, ascending, and moves in each of `windows`, which begin with a day of
 * `timeZone`. One statement is one snapshot; otherwise a concurrent write would make the figures disagree.
 */
export async function readMovement(
  db: Queryable,
  scope: MerchantScope,
  { days, windows, timeZone }: { days: readonly string[]; windows: readonly Window[]; timeZone: string },
): Promise<{ entries: RevenueEntry[]; moves: Move[] }> {
  const list = (rows: SQL) => sql`(select coalesce(json_agg(one), '[]') from (${rows}) one)`
  const [row] = await db.execute<{ entries: RevenueEntry[]; groups: MoveGroup[]; spans: Move[] }>(
    sql`select ${list(entriesQuery(scope, days))} as entries, ${list(movesQuery(scope, windows, timeZone))} as groups,
      ${scope.all ? list(spansQuery(windows, timeZone)) : sql`'[]'::json`} as spans`,
    'objects',
  )
  if (!row) return { entries: [], moves: [] }
  return { entries: row.entries, moves: [...row.groups.flatMap(movesOf), ...row.spans] }
}

/**
 * Counts subscriptions by their state at both ends of each window. Equal ones form a group, so SQL computes no amount.
 * Moves that the job has yet to renew are read from the history. Over all merchants the spans have the rest, except
 * the part of a last day.
 */
export function movesQuery(scope: MerchantScope, windows: readonly Window[], timeZone: string): SQL {
  const instants = (of: (window: Window) => Date) =>
    arrayOf(
      windows.map((one) => of(one).toISOString()),
      'timestamptz',
    )
  const changesWithin = (from: SQL, where: SQL, begins: SQL) => sql`
    cross join lateral (select ${moves}.* from ${from} where ${moves.at} >= ${begins} and ${moves.at} < ends
      and (${moves.previousAt} is null or ${moves.previousAt} < ${begins}) and ${where} offset 0) first
    left join lateral (
      select latest."is", latest.is_price from ${moves} latest
      where first.next_at < ends and latest.subscription_id = first.subscription_id and latest.at >= first.next_at
        and latest.at < ends and (latest.next_at is null or latest.next_at >= ends) offset 0) latest on true`
  const isPrice = sql`case when latest."is" is null then first.is_price else latest.is_price end`
  const stored = scope.all
    ? changesWithin(sql`due join ${moves} on ${moves.subscriptionId} = due.id`, sql`true`, sql`begins`)
    : changesWithin(
        sql`${moves}`,
        sql`${scopeWhere(scope, moves.merchantId)} and not exists (select from due where due.id = ${moves.subscriptionId})`,
        sql`begins`,
      )
  const lastDays = sql`
    union all
    select step, case when earlier.at is null then first.was else earlier.was end, ended."is",
      case when earlier.at is null then first.was_price else earlier.was_price end, ended.is_price, first.monthly_minor,
      first.currency, ended.count
    from spell ${changesWithin(sql`${moves}`, sql`true`, sql`cut`)}
    left join lateral (
      select at, was, was_price from ${moves} where first.previous_at >= begins
        and ${moves.subscriptionId} = first.subscription_id and ${moves.at} >= begins
      order by ${moves.at} limit 1) earlier on true
    cross join lateral (values (coalesce(latest."is", first."is"), ${isPrice}, 1), (first.was, first.was_price, -1)) ended ("is", is_price, count)`
  return sql`
    with spell as (
      select step::int, begins, ends, cut
      from unnest(${instants(({ from }) => from)}, ${instants(({ to }) => to)},
        ${instants(({ to }) => startOfDayKeyIn(timeZone, dayKeyIn(timeZone, to)))}) with ordinality as one (begins, ends, cut, step)),
    due as materialized (select distinct ${due.subscriptionId} as id from ${due}),
    stood as (
      select step, first.was, coalesce(latest."is", first."is") as "is", first.was_price, ${isPrice} as is_price,
        first.monthly_minor as monthly, first.currency, ${sql.raw(scope.all ? '-1' : '1')} as count
      from spell ${stored}
      union all
      select step, case when ${subscriptions.createdAt} < begins then ${statusAt(sql`begins`)} end,
        case when ${subscriptions.createdAt} < ends then ${statusAt(sql`ends`)} end,
        ${priceAt(sql`begins`)}, ${priceAt(sql`ends`)}, ${subscriptions.monthlyMinor}, ${subscriptions.billingCurrency}, 1
      from (
        select step, begins, ends, due.id from spell join ${subscriptions} on ${within(subscriptions.createdAt)} join due using (id)
        union
        select step, begins, ends, due.id from spell join ${subscriptionEvents} on ${within(subscriptionEvents.occurredAt)}
          and ${subscriptionEvents.kind} in ${movingKinds} join due on due.id = ${subscriptionEvents.subscriptionId}
      ) changed join ${subscriptions} using (id)
      where ${scopeWhere(scope, subscriptions.merchantId) ?? sql`true`}
      ${scope.all ? lastDays : sql``})
    select step, was, "is", was_price as "wasPrice", is_price as "isPrice", monthly as "monthlyMinor", currency,
      sum(count) as count
    from stood where was = 'active' or "is" = 'active'
    group by 1, 2, 3, 4, 5, 6, 7 having sum(count) <> 0`
}

const within = (at: AnyPgColumn) => sql`${at} >= begins and ${at} < ends`

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
  const inRange = (at: SQL) => sql`${at} >= ${begins} and ${at} < ${ends}`
  const page = keyset({ ...moversPage, key: { kind: 'instant', expression: sql`moved.at` }, id: sql`moved.id`, cursor })
  const order = sql.join(page.orderBy, sql`, `)
  const born = sql`
      select ${subscriptions.id} as id, ${subscriptions.createdAt} as at, true as is_born from ${subscriptions}
      where ${scopeWhere(scope, subscriptions.merchantId)} and ${inRange(sql`${subscriptions.createdAt}`)}
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
      where ${inRange(sql`event.occurred_at`)} and event.kind in ${movingKinds}
        and not exists (
          select from ${subscriptionEvents} later where later.subscription_id = event.subscription_id
            and later.kind in ${movingKinds} and ${inRange(sql`later.occurred_at`)}
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
