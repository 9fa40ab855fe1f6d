import { inArray, sql, and, eq, isNull, type SQL } from 'drizzle-orm'
import { compactCounts, insertRows, type Queryable, type Transaction } from '@quaff/platform/server'
import type { HoldReason } from '../../charges-contract'
import { chargeHolds, subscriptionChargeMonths, subscriptionCharges } from '../../server/tables'
import { chargeBillings } from './tables'

export type StoredBilling = typeof chargeBillings.$inferSelect
export type StoredCharge = typeof subscriptionCharges.$inferSelect

/** Stores the latest billed amount of each source and period, in any order of arrival. */
export async function insertBillings(tx: Transaction, billings: readonly StoredBilling[]) {
  if (billings.length === 0) return
  await tx.execute(sql`${insertRows(chargeBillings, billings)}
    on conflict (subscription_id, period_start, source, is_proration) do update
    set amount_minor = excluded.amount_minor, list_minor = excluded.list_minor, currency = excluded.currency,
      period_end = excluded.period_end, billed_at = excluded.billed_at
    where charge_billings.billed_at <= excluded.billed_at`)
}

export function listBillings(tx: Transaction, subscriptionIds: readonly string[]) {
  return tx
    .select()
    .from(chargeBillings)
    .where(inArray(chargeBillings.subscriptionId, [...subscriptionIds]))
}

export function listChargesOf(tx: Transaction, subscriptionId: string) {
  return tx
    .select()
    .from(subscriptionCharges)
    .where(sql`${subscriptionCharges.subscriptionId} = ${subscriptionId}`)
}

/** Requires a lock on the merchant, so that no payout takes the charge. */
export async function saveOwed(
  tx: Transaction,
  { subscriptionId, periodStart, amountMinor, listMinor, correctedMinor }: StoredCharge,
) {
  await tx
    .update(subscriptionCharges)
    .set({ amountMinor, listMinor, correctedMinor })
    .where(
      sql`${subscriptionCharges.subscriptionId} = ${subscriptionId}
        and ${subscriptionCharges.periodStart} = ${periodStart.toISOString()}::timestamptz`,
    )
}

/** Returns the start times (epoch milliseconds) of charges with an undecided overlap. */
export async function listOpenOverlaps(tx: Transaction, subscriptionId: string) {
  const rows = await tx
    .select({ start: chargeHolds.periodStart })
    .from(chargeHolds)
    .where(
      sql`${chargeHolds.subscriptionId} = ${subscriptionId} and ${chargeHolds.reason} = 'overlap'
        and ${chargeHolds.releasedAt} is null and ${chargeHolds.withheldAt} is null`,
    )
  return new Set(rows.map(({ start }) => start.getTime()))
}

type ChargedPeriod = { subscriptionId: string; periodStart: Date; periodEnd: Date }

/** Returns charges that may overlap these periods, without prorations. The caller decides exactly. */
export async function listChargesAround(tx: Transaction, periods: readonly ChargedPeriod[]): Promise<ChargedPeriod[]> {
  const { rows } = await tx.execute<{ id: string; start: Date; end: Date }>(sql`
    select own.subscription_id as id, own.period_start as start, own.period_end as end
    from unnest(${sql.param(periods.map(({ subscriptionId }) => subscriptionId))}::text[],
      ${sql.param(periods.map(({ periodStart }) => periodStart.toISOString()))}::timestamptz[],
      ${sql.param(periods.map(({ periodEnd }) => periodEnd.toISOString()))}::timestamptz[]) as given(id, start, until)
    join ${subscriptionCharges} own on own.subscription_id = given.id and not own.is_proration
      and own.period_start < greatest(given.until, given.start + interval '1 hour')
      and own.period_start > given.start - interval '400 days'
      and greatest(own.period_end, own.period_start + interval '1 hour') > given.start`)
  return rows.map(({ id, start, end }) => ({
    subscriptionId: id,
    periodStart: new Date(start),
    periodEnd: new Date(end),
  }))
}

/** Merges rows into one per month, merchant and currency. Rows that are inserted concurrently stay separate. */
export async function compactChargeMonths({ db }: { db: Queryable }) {
  await compactCounts(db, {
    table: subscriptionChargeMonths,
    keys: ['month', 'merchant_id', 'currency'],
    sums: ['amount_minor', 'count'],
  })
}

export type HoldKey = { subscriptionId: string; periodStart: Date; reason: HoldReason }
/** Returns false if the charge already has a hold with this reason. An earlier decision stays. */
export async function holdCharge(
  tx: Transaction,
  { subscriptionId, periodStart, reason, merchantId, createdAt }: HoldKey & { merchantId: string; createdAt: Date },
) {
  const rows = await tx
    .insert(chargeHolds)
    .values({ subscriptionId, periodStart, reason, merchantId, createdAt })
    .onConflictDoNothing()
    .returning({ reason: chargeHolds.reason })
  return rows.length > 0
}

type Decision = { at: Date; by: string | null; pays: boolean }

/**
 * Decides an open hold: `pays` puts the charge into the next payout, else it is never paid. Returns undefined if it was
 * already decided.
 */
export async function decideHold(
  tx: Transaction,
  { subscriptionId, periodStart, reason }: HoldKey,
  { at, by, pays }: Decision,
) {
  const [row] = await tx
    .update(chargeHolds)
    .set({ ...(pays ? { releasedAt: at } : { withheldAt: at }), decidedBy: by })
    .where(
      and(
        eq(chargeHolds.subscriptionId, subscriptionId),
        eq(chargeHolds.periodStart, periodStart),
        eq(chargeHolds.reason, reason),
        isNull(chargeHolds.releasedAt),
        isNull(chargeHolds.withheldAt),
      ),
    )
    .returning()
  return row
}

/** Expects the query to name its charges `charge`. */
export const isNotHeld: SQL = sql`not exists (select from ${chargeHolds} hold
  where hold.subscription_id = charge.subscription_id and hold.period_start = charge.period_start
    and hold.released_at is null)`
