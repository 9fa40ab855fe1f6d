import { and, gte, inArray, lt, sql, type SQL } from 'drizzle-orm'
import {
  dayKeyIn,
  entryOf,
  inTransaction,
  type Queryable,
  type Services,
  startOfDayKeyIn,
  type Transaction,
} from '@quaff/platform/server'
import { type CounterDifference, differencesOf } from '@quaff/platform/shared/counter-difference'
import { spansOf } from '../../movement-rules'
import { statusAt } from '../../server/subscription-list-store'
import { subscriptionEvents, subscriptions } from '../../server/tables'
import { subscriptionMoves as moves, subscriptionMovesDue as due, subscriptionPlatformMoves as spans } from './tables'

const perTransaction = 1_000

/** Renews outdated moves, in batches. Reads are exact without it, only slower. */
export async function renewMoves(services: Services, signal?: AbortSignal) {
  while ((await inTransaction(services, (tx) => renewSome(services, tx))) === perTransaction) signal?.throwIfAborted()
}

async function renewSome({ settings: { timeZone } }: Pick<Services, 'settings'>, tx: Transaction): Promise<number> {
  await lockMoves(tx)
  // A change that commits later leaves a row of its own.
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from ${due} where ctid = any(array(select ctid from ${due} limit ${perTransaction}))
    returning subscription_id as id`)
  if (rows.length === 0) return 0
  const ids = [...new Set(rows.map(({ id }) => id))]
  const removed = await tx.delete(moves).where(inArray(moves.subscriptionId, ids)).returning()
  await tx.execute(sql`
    insert into ${moves} (${moveColumns}) ${movesOfHistory(sql`${subscriptions.id} = any(${sql.param(ids)}::text[])`)}`)
  const added = await tx.select().from(moves).where(inArray(moves.subscriptionId, ids))
  const sums: SpanSums = new Map()
  addSpans(sums, removed, timeZone, -1)
  addSpans(sums, added, timeZone, 1)
  await saveSpans(tx, sums)
  return rows.length
}

/** One renewal or check at a time. */
const lockMoves = (tx: Transaction) => tx.execute(sql`lock table ${moves} in share row exclusive mode`)

type MoveRow = typeof moves.$inferSelect
type SpanSum = { count: number; amountMinor: number }
/** By units, days, kind and currency. */
type SpanSums = Map<string, SpanSum>
const partsOfKey = (key: string) => /^(\S+) (\S+) (\S+) (\S+) (\S+) (.*)$/s.exec(key)?.slice(1) ?? []
const monthOf = (day: string) => `${day.slice(0, -2)}01`
const nextMonth = (day: string) =>
  monthOf(new Date(Date.parse(monthOf(day)) + 31 * 86_400_000).toISOString().slice(0, 10))

/** Adds the spans of complete subscriptions in every unit. */
function addSpans(sums: SpanSums, rows: readonly MoveRow[], timeZone: string, sign: 1 | -1) {
  const points = new Map<string, MoveRow[]>()
  for (const row of rows) entryOf(points, row.subscriptionId, () => []).push(row)
  for (const own of points.values()) {
    own.sort((one, other) => one.at.getTime() - other.at.getTime())
    const days = own.map((row) => ({ ...row, day: dayKeyIn(timeZone, row.at) }))
    for (const { firstDay, lastDay, kind, currency, count, amountMinor } of spansOf(days)) {
      const [firstMonth, lastMonth] = [monthOf(firstDay), monthOf(lastDay)]
      for (const range of [
        `day day ${firstDay} ${lastDay}`,
        `day month ${firstDay} ${lastMonth}`,
        `month day ${firstMonth} ${lastDay}`,
        `month month ${firstMonth} ${lastMonth}`,
      ]) {
        const sum = entryOf(sums, `${range} ${kind} ${currency}`, () => ({ count: 0, amountMinor: 0 }))
        sum.count += sign * count
        sum.amountMinor += sign * amountMinor
      }
    }
  }
}

async function saveSpans(tx: Transaction, sums: SpanSums) {
  const rows = [...sums].filter(([, { count, amountMinor }]) => count !== 0 || amountMinor !== 0)
  if (rows.length === 0) return
  const keys = rows.map(([key]) => partsOfKey(key))
  const part = (index: number, type: string) =>
    arrayOf(
      keys.map((key) => key[index] ?? ''),
      type,
    )
  await tx.execute(sql`
    insert into ${spans} as kept (first_unit, last_unit, first_day, last_day, kind, currency, count, amount_minor)
    select * from unnest(${part(0, 'text')}, ${part(1, 'text')}, ${part(2, 'date')}, ${part(3, 'date')}, ${part(4, 'text')},
      ${part(5, 'text')}, ${arrayOf(
        rows.map(([, { count }]) => count),
        'int',
      )},
      ${arrayOf(
        rows.map(([, { amountMinor }]) => amountMinor),
        'bigint',
      )})
    on conflict (first_unit, last_unit, first_day, last_day, kind, currency) do update set
      count = kept.count + excluded.count, amount_minor = kept.amount_minor + excluded.amount_minor`)
}

/** Compares the spans with the moves, month by month of their first days. */
export async function checkPlatformMoves(services: Services): Promise<CounterDifference[]> {
  const { timeZone } = services.settings
  return inTransaction(services, async (tx) => {
    await lockMoves(tx)
    const monthIn = sql`date_trunc('month', ${moves.at} at time zone ${timeZone})::date`
    const { rows: months } = await tx.execute<{ month: string }>(sql`
      select distinct ${monthIn}::text as month from ${moves}
      union select distinct date_trunc('month', ${spans.firstDay})::date::text from ${spans} order by 1`)
    const differences: CounterDifference[] = []
    for (const { month } of months) {
      const [from, to] = [month, nextMonth(month)]
      const [begins, ends] = [startOfDayKeyIn(timeZone, from), startOfDayKeyIn(timeZone, to)]
      const ofMonth = tx
        .select({ id: moves.subscriptionId })
        .from(moves)
        .where(and(gte(moves.at, begins), lt(moves.at, ends)))
      const counted: SpanSums = new Map()
      addSpans(counted, await tx.select().from(moves).where(inArray(moves.subscriptionId, ofMonth)), timeZone, 1)
      const rows = await tx
        .select()
        .from(spans)
        .where(and(gte(spans.firstDay, from), lt(spans.firstDay, to)))
      const stored: SpanSums = new Map(
        rows.map((row) => [
          [row.firstUnit, row.lastUnit, row.firstDay, row.lastDay, row.kind, row.currency].join(' '),
          row,
        ]),
      )
      const isOfMonth = (key: string) => partsOfKey(key)[2]?.startsWith(month.slice(0, -2))
      for (const key of new Set([...counted.keys(), ...stored.keys()]))
        if (isOfMonth(key)) {
          const [is, expected] = [stored.get(key), counted.get(key)]
          differences.push(
            ...differencesOf('subscription_platform_moves', key, {
              count: [is?.count ?? 0, expected?.count ?? 0],
              amount_minor: [is?.amountMinor ?? 0, expected?.amountMinor ?? 0],
            }),
          )
        }
    }
    return differences
  })
}

/** Lets the job derive all moves again. */
export async function resetMoves(tx: Transaction) {
  await lockMoves(tx)
  await tx.delete(spans)
  await tx.delete(moves)
  await tx.execute(sql`insert into ${due} select ${subscriptions.id} from ${subscriptions}`)
}

/** Returns the old price of the first later change, or null without one. */
export const priceAt = (at: SQL) => sql`(
  select ${subscriptionEvents.details} ->> 'from' from ${subscriptionEvents}
  where ${subscriptionEvents.subscriptionId} = ${subscriptions.id} and ${subscriptionEvents.kind} = 'price_changed'
    and ${subscriptionEvents.occurredAt} >= ${at}
  order by ${subscriptionEvents.occurredAt}, ${subscriptionEvents.id} limit 1)`

export const movingKinds = sql`('status_changed', 'price_changed', 'canceled')`

/** Times at which a subscription starts or changes. Earlier changes have no effect. */
const pointsOf = () => sql`
  select ${subscriptions.createdAt} as at
  union select ${subscriptionEvents.occurredAt} from ${subscriptionEvents}
  where ${subscriptionEvents.subscriptionId} = ${subscriptions.id} and ${subscriptionEvents.kind} in ${movingKinds}
    and ${subscriptionEvents.occurredAt} > ${subscriptions.createdAt}`

/** Derives moves from subscriptions and their history. */
const movesOfHistory = (where: SQL) => {
  const later = sql`point.at + interval '1 microsecond'`
  return sql`
    select ${subscriptions.id} as subscription_id, point.at, ${subscriptions.merchantId} as merchant_id,
      lag(point.at) over own as previous_at, lead(point.at) over own as next_at,
      case when point.at > ${subscriptions.createdAt} then ${statusAt(sql`point.at`)} end as was, ${statusAt(later)} as "is",
      ${priceAt(sql`point.at`)} as was_price, ${priceAt(later)} as is_price,
      ${subscriptions.monthlyMinor} as monthly_minor, ${subscriptions.billingCurrency} as currency
    from ${subscriptions} cross join lateral (${pointsOf()}) point where ${where}
    window own as (partition by ${subscriptions.id} order by point.at)`
}

const moveColumns = sql.raw(
  'subscription_id, at, merchant_id, previous_at, next_at, was, "is", was_price, is_price, monthly_minor, currency',
)

type MoveImage = Record<string, string | number | null>
type MovesDrift = { id: string; at: string; stored: MoveImage | null; counted: MoveImage | null }

/** Returns moves that differ from the history, except those of outdated subscriptions. */
export const findMovesDrift = (db: Queryable, merchantIds: readonly string[]) => {
  const ofMerchants = sql`merchant_id = any(${sql.param(merchantIds)}::text[])`
  return db.execute<MovesDrift>(
    sql`
    with counted as (${movesOfHistory(ofMerchants)}),
    stored as (select ${moveColumns} from ${moves} where ${ofMerchants})
    select subscription_id as id, at::text, to_json(stored) as stored, to_json(counted) as counted
    from counted full join stored using (subscription_id, at)
    where counted is distinct from stored and not exists (select from ${due} where ${due.subscriptionId} = subscription_id)
    order by 1, 2`,
    'objects',
  )
}

/** Lets the job renew these moves. */
export async function addMovesDue(tx: Transaction, drift: readonly MovesDrift[]) {
  if (drift.length > 0) await tx.insert(due).values(drift.map(({ id }) => ({ subscriptionId: id })))
}

export type Window = { from: Date; to: Date }

export const arrayOf = (values: readonly (string | number)[], type: string) =>
  sql`${sql.param([...values])}::${sql.raw(type)}[]`

/** Sums the spans within whole days of each window: whole months by month, the days before and after them by day. */
export function spansQuery(windows: readonly Window[], timeZone: string) {
  const parts = windows.flatMap(({ from, to }, index) =>
    partsOf(dayKeyIn(timeZone, from), dayKeyIn(timeZone, to)).map((part) => ({ step: index + 1, ...part })),
  )
  const rows = sql`unnest(${arrayOf(
    parts.map(({ step }) => step),
    'int',
  )}, ${arrayOf(
    parts.map(({ unit }) => unit),
    'text',
  )},
    ${arrayOf(
      parts.map(({ from }) => from),
      'date',
    )}, ${arrayOf(
      parts.map(({ to }) => to),
      'date',
    )})`
  return sql`
    select first.step, kind, currency, sum(count) as count, sum(amount_minor) as "amountMinor"
    from ${rows} first (step, unit, begins, ends)
    cross join lateral generate_series(first.begins::timestamp, first.ends - interval '1 day', ('1 ' || first.unit)::interval) day
    join ${rows} last (step, unit, begins, ends) on last.step = first.step and last.ends > day
    cross join lateral (
      select kind, currency, count, amount_minor from ${spans} where ${spans.firstUnit} = first.unit
        and ${spans.lastUnit} = last.unit and ${spans.firstDay} = day::date
        and ${spans.lastDay} >= last.begins and ${spans.lastDay} < last.ends offset 0) span
    group by 1, 2, 3`
}

/** Splits days into whole months and the days around them. `to` is excluded. */
function partsOf(from: string, to: string): { unit: 'day' | 'month'; from: string; to: string }[] {
  const [head, tail] = [monthOf(from) === from ? from : nextMonth(from), monthOf(to)]
  if (head >= tail) return [{ unit: 'day', from, to }]
  return [
    { unit: 'day' as const, from, to: head },
    { unit: 'month' as const, from: head, to: tail },
    { unit: 'day' as const, from: tail, to },
  ].filter((part) => part.from < part.to)
}
