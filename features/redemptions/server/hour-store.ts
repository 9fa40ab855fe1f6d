import { and, count, desc, eq, gt, gte, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { analyticsHours } from '@quaff/features/analytics/tables'
import { type MerchantScope, onlyMerchant, scopeWhere } from '@quaff/features/sessions/server'
import {
  constant,
  earliestRecord,
  hiddenTime,
  insertRows,
  inText,
  preparedRead,
  type Queryable,
  startOfHourIn,
  type TimeWindow,
  type Transaction,
} from '@quaff/platform/server'
import { redemptionDefaults } from '../contract'
import { redemptionDays, redemptionHours, redemptions, redemptionTotals } from './tables'

const completed = constant(redemptionDefaults.status)

export type HourDelta = typeof redemptionHours.$inferSelect
export type PlaceDayDelta = typeof redemptionDays.$inferSelect
export type TotalDelta = { merchantId: string; count: number; lastRedeemedAt: Date }

export type CounterDeltas = {
  hours: readonly HourDelta[]
  days: readonly PlaceDayDelta[]
  totals: readonly TotalDelta[]
}

/**
 * Serialises writers of a merchant's redemptions, because a write also changes rows of others; lock it before any
 * redemption to avoid deadlocks. Returns the newest time of these merchants, or null without any.
 */
export async function lockTotals(
  tx: Transaction,
  merchantIds: readonly string[],
): Promise<{ lastRedeemedAt: Date | null }> {
  const { rows } = await tx.execute<{ last: string | Date | null }>(sql`
    with locked as (
      insert into ${redemptionTotals} (merchant_id) select * from unnest(${sql.param([...new Set(merchantIds)].sort())}::text[])
      on conflict (merchant_id) do update set count = ${redemptionTotals}.count returning last_redeemed_at)
    select max(last_redeemed_at) as last from locked`)
  const last = rows[0]?.last
  return { lastRedeemedAt: last ? new Date(last) : null }
}

/** Updates all counters in one statement. Requires `lockTotals`, because its parts lock rows in no fixed order. */
export async function addToCounters(tx: Transaction, { hours, days, totals }: CounterDeltas) {
  const [last, ...others] = [
    ...(totals.length > 0 ? [movedTotals(totals)] : []),
    ...(days.length > 0 ? [movedDays(days)] : []),
    ...(hours.length > 0 ? [movedHours(hours)] : []),
  ]
  if (!last) return
  const parts = others.map((other, index) => sql`${sql.raw(`part_${index}`)} as (${other})`)
  await tx.execute(parts.length === 0 ? last : sql`with ${sql.join(parts, sql`, `)} ${last}`)
}

const movedHours = (deltas: readonly HourDelta[]) => sql`
  ${insertRows(redemptionHours, deltas)} on conflict (hour, merchant_id, status)
  do update set count = ${redemptionHours}.count + excluded.count`

const movedDays = (deltas: readonly PlaceDayDelta[]) => sql`
  ${insertRows(redemptionDays, deltas)} on conflict (merchant_id, day, location_id, plan_id)
  do update set count = ${redemptionDays}.count + excluded.count`

const movedTotals = (deltas: readonly TotalDelta[]) => sql`
  ${insertRows(redemptionTotals, deltas)} on conflict (merchant_id) do update set
    count = ${redemptionTotals}.count + excluded.count,
    last_redeemed_at = greatest(${redemptionTotals}.last_redeemed_at, excluded.last_redeemed_at)`

const hourMs = 3_600_000

export type HourCount = { hour: Date; count: number }

/**
 * Returns the time up to which hours of all merchants are summed. A separate query, because otherwise the planner would
 * read all rows.
 */
export async function findAddedUp(db: Queryable, currentHour: Date) {
  const [row] = await db
    .select({ hour: analyticsHours.hour })
    .from(analyticsHours)
    .orderBy(desc(analyticsHours.hour))
    .limit(inText(1))
  if (!row) return new Date(0)
  // The last slot may be a quarter of an hour, while other slots of that hour are whole hours.
  const hoursBefore = Math.max(0, Math.ceil((currentHour.getTime() - row.hour.getTime()) / hourMs))
  return new Date(currentHour.getTime() - hoursBefore * hourMs)
}

/** Returns completed redemptions per hour that begins in [from, to), without empty hours. */
export async function listHours(db: Queryable, scope: MerchantScope, from: Date, to: Date) {
  const merchantId = onlyMerchant(scope)
  if (merchantId !== null) return hoursOfMerchant(db, oneOfMerchant(merchantId, { from, to }))
  if (!scope.all) return sumByHour(db, redemptionHours, scopeWhere(scope, redemptionHours.merchantId), { from, to })
  // Reads for all merchants: summed hours, then later hours by merchant. Late reports appear within some minutes.
  const addedUp = await findAddedUp(db, new Date(to.getTime() - hourMs))
  const border = addedUp < from ? from : addedUp
  const [early, late] = await Promise.all([
    sumByHour(db, analyticsHours, undefined, { from, to: border }),
    sumByHour(db, redemptionHours, undefined, { from: border, to }),
  ])
  return [...early, ...late]
}

/** The condition that a column holds the id of a wanted merchant. */
type OfMerchant = (column: AnyPgColumn) => SQL
/** Values, or placeholders of a prepared read. */
type Instants = { from: Date | string; to: Date | string }
type OneInstants = { merchantId: string; from: string; to: string }

const oneNames = ['merchantId', 'from', 'to'] as const
const oneOfMerchant = (merchantId: string, { from, to }: TimeWindow): OneInstants => ({
  merchantId,
  from: from.toISOString(),
  to: to.toISOString(),
})

const hoursOfMerchant = preparedRead('hours_of_merchant', oneNames, (db, { merchantId, ...window }: OneInstants) =>
  sumByHour(db, redemptionHours, eq(redemptionHours.merchantId, merchantId), window),
)

function sumByHour(
  db: Queryable,
  hours: typeof redemptionHours | typeof analyticsHours,
  within: SQL | undefined,
  { from, to }: Instants,
) {
  return db
    .select({ hour: hours.hour, count: sql<number>`sum(${hours.count})` })
    .from(hours)
    .where(and(within, eq(hours.status, completed), gte(hours.hour, hiddenTime(from)), lt(hours.hour, hiddenTime(to))))
    .groupBy(hours.hour)
    .orderBy(hours.hour)
}

/**
 * Returns the first hour with a redemption, including voided ones, or null. The epoch means a missing time and does not
 * count.
 */
export async function findFirstHour(db: Queryable, scope: MerchantScope) {
  const [row] = await selectFirstHour(db, (column) => scopeWhere(scope, column))
  return row?.hour ?? null
}

function selectFirstHour(db: Queryable, ofMerchant: OfMerchant) {
  return db
    .select({ hour: redemptionHours.hour })
    .from(redemptionHours)
    .where(
      and(
        ofMerchant(redemptionHours.merchantId),
        gte(redemptionHours.hour, constant(earliestRecord.toISOString())),
        sql`${redemptionHours.count} > 0`,
      ),
    )
    .orderBy(redemptionHours.hour)
    .limit(inText(1))
}

export type UncountedUsage = {
  /** Completed redemptions in the part of an hour. */
  inPart: number
  firstHour: Date | null
}

/** Reads in one statement what the hour counters do not contain. */
export async function findUncountedUsage(
  db: Queryable,
  scope: MerchantScope,
  part: TimeWindow,
): Promise<UncountedUsage> {
  const merchantId = onlyMerchant(scope)
  const [row] = await (merchantId === null
    ? selectUncounted(db, (column) => scopeWhere(scope, column), part)
    : uncountedOfMerchant(db, oneOfMerchant(merchantId, part)))
  return { inPart: row?.inPart ?? 0, firstHour: row?.firstHour ?? null }
}

function selectUncounted(db: Queryable, ofMerchant: OfMerchant, part: Instants) {
  const parts = {
    inPart: sql<number>`(${completedBetween(db, ofMerchant, part)})`,
    firstHour: sql<Date | null>`(${selectFirstHour(db, ofMerchant)})`.mapWith(redemptionHours.hour),
  }
  return db.select(parts).from(sql`(values (1)) as parts`)
}
const uncountedOfMerchant = preparedRead('uncounted_usage', oneNames, (db, { merchantId, ...part }: OneInstants) =>
  selectUncounted(db, (column) => eq(column, merchantId), part),
)

/**
 * Counts completed redemptions in [from, to): whole hours from counters, the hour of `to` from rows. `from` must begin
 * an hour.
 */
export async function countCompleted(db: Queryable, scope: MerchantScope, { from, to }: TimeWindow, zone: string) {
  const lastHour = startOfHourIn(zone, to)
  const [hours, rest] = await Promise.all([
    listHours(db, scope, from, lastHour),
    countBetween(db, scope, { from: lastHour, to }),
  ])
  return hours.reduce((sum, { count }) => sum + count, rest)
}

/** Counts completed rows in [from, to). Use it for parts of an hour only. */
export async function countBetween(db: Queryable, scope: MerchantScope, { from, to }: TimeWindow) {
  if (from >= to) return 0
  const [row] = await completedBetween(db, (column) => scopeWhere(scope, column), { from, to })
  return row?.count ?? 0
}

function completedBetween(db: Queryable, ofMerchant: OfMerchant, { from, to }: Instants) {
  return db
    .select({ count: count() })
    .from(redemptions)
    .where(
      and(
        ofMerchant(redemptions.merchantId),
        eq(redemptions.status, completed),
        gte(redemptions.redeemedAt, hiddenTime(from)),
        lt(redemptions.redeemedAt, hiddenTime(to)),
      ),
    )
}

/**
 * Counts completed redemptions per merchant in (from, to], busiest first. Reads the newest rows instead of hour
 * counters.
 */
export async function countByMerchant(db: Queryable, scope: MerchantScope, from: Date, to: Date) {
  const merchantId = onlyMerchant(scope)
  if (merchantId !== null) return countOfMerchant(db, oneOfMerchant(merchantId, { from, to }))
  return selectCounts(db, scopeWhere(scope, redemptions.merchantId), { from, to })
}

function selectCounts(db: Queryable, within: SQL, { from, to }: Instants) {
  const count = sql<number>`count(*)`
  return db
    .select({ merchantId: redemptions.merchantId, count })
    .from(redemptions)
    .where(
      and(
        within,
        eq(redemptions.status, completed),
        gt(redemptions.redeemedAt, hiddenTime(from)),
        lte(redemptions.redeemedAt, hiddenTime(to)),
      ),
    )
    .groupBy(redemptions.merchantId)
    .orderBy(sql`${count} desc`, redemptions.merchantId)
}
const countOfMerchant = preparedRead('recent_count', oneNames, (db, { merchantId, ...window }: OneInstants) =>
  selectCounts(db, eq(redemptions.merchantId, merchantId), window),
)
