import { and, eq, gte, lt, sql, sum } from 'drizzle-orm'
import { redemptionHours } from '@quaff/features/redemptions/tables'
import { subscriptionCharges } from '@quaff/features/subscriptions/tables'
import { held, type Locked, type Transaction } from '@quaff/platform/server'
import type { PeriodRange } from '../../period-rules'
import type { Payee } from '../../server/payouts-store'
import { payoutAdjustments, payoutCharges, payouts } from '../../server/tables'
import { isPayable, lateCharges } from './late-charges-store'

export type NewPayout = typeof payouts.$inferInsert
/** Charges that a period pays: its own, plus late ones if `hasLate`. */
export type Due = { period: PeriodRange; hasLate: boolean }

export async function listPayoutsOf(tx: Transaction, payee: Locked<Payee>, period: string) {
  return tx
    .select({ id: payouts.id, currency: payouts.currency })
    .from(payouts)
    .where(and(eq(payouts.merchantId, payee.id), eq(payouts.period, period)))
    .orderBy(payouts.currency)
}

const payableCharges = ({ id }: Payee, { period, hasLate }: Due) => sql`
  select charge.* from ${subscriptionCharges} charge
  where charge.merchant_id = ${id} and charge.period_start >= ${period.start.toISOString()}::timestamptz
    and charge.period_start < ${period.end.toISOString()}::timestamptz and ${isPayable}
  ${hasLate ? sql`union all ${lateCharges(period, [id])}` : sql``}`

/** Returns currencies with something to pay, in alphabetical order. */
export async function listPayableCurrencies(tx: Transaction, payee: Locked<Payee>, due: Due) {
  const { rows } = await tx.execute<{ currency: string }>(sql`
    select payable.currency from (${payableCharges(payee, due)}) payable
    union select currency from ${payoutAdjustments}
    where ${payoutAdjustments.merchantId} = ${payee.id} and ${payoutAdjustments.payoutId} is null
    order by 1`)
  return rows.map(({ currency }) => currency)
}

/** Inserts missing payouts. Returns only the inserted ones. */
export async function insertPayouts(
  tx: Transaction,
  { id: merchantId }: Locked<Payee>,
  rows: readonly Omit<NewPayout, 'merchantId'>[],
) {
  const inserted = await tx
    .insert(payouts)
    .values(rows.map((row) => ({ ...row, merchantId })))
    .onConflictDoNothing()
    .returning({ id: payouts.id, currency: payouts.currency })
  return inserted.map(held)
}

type Fresh = readonly Locked<{ id: string; currency: string }>[]
const freshRows = (fresh: Fresh) => sql`unnest(${sql.param(fresh.map(({ id }) => id))}::text[],
  ${sql.param(fresh.map(({ currency }) => currency))}::text[]) as fresh(id, currency)`

export type Linked = { payoutId: string; gross: number | string; count: number; lateCount: number }

/** Links and sums charges in one statement. Charges recorded concurrently are in no sum and stay unlinked. */
export async function linkCharges(tx: Transaction, payee: Locked<Payee>, due: Due, fresh: Fresh) {
  const { rows } = await tx.execute<Linked>(sql`
    with taken as (
      select payable.subscription_id, payable.period_start, payable.amount_minor, fresh.id as payout_id
      from (${payableCharges(payee, due)}) payable join ${freshRows(fresh)} on fresh.currency = payable.currency
    ), linked as (
      insert into ${payoutCharges} (subscription_id, period_start, payout_id)
      select subscription_id, period_start, payout_id from taken on conflict do nothing
      returning subscription_id, period_start
    )
    select payout_id as "payoutId", sum(amount_minor) as gross, count(*) as count,
      count(*) filter (where period_start < ${due.period.start.toISOString()}::timestamptz) as "lateCount"
    from taken join linked using (subscription_id, period_start) group by 1`)
  return new Map(rows.map((row) => [row.payoutId, row]))
}

/** Takes the waiting adjustments. Returns their sum per payout. */
export async function takeWaitingAdjustments(tx: Transaction, payee: Locked<Payee>, fresh: Fresh) {
  const { rows } = await tx.execute<{ payoutId: string; amount: number | string }>(sql`
    with taken as (
      update ${payoutAdjustments} set payout_id = fresh.id from ${freshRows(fresh)}
      where ${payoutAdjustments}.merchant_id = ${payee.id} and ${payoutAdjustments}.payout_id is null
        and ${payoutAdjustments}.currency = fresh.currency
      returning ${payoutAdjustments}.payout_id, ${payoutAdjustments}.amount_minor
    )
    select payout_id as "payoutId", sum(amount_minor) as amount from taken group by 1`)
  return new Map(rows.map((row) => [row.payoutId, row.amount]))
}

export async function saveAmounts(
  tx: Transaction,
  { id }: Locked<{ id: string }>,
  amounts: Pick<NewPayout, 'grossMinor' | 'feeMinor' | 'adjustmentsMinor' | 'netMinor' | 'renewalCount' | 'lateCount'>,
) {
  await tx.update(payouts).set(amounts).where(eq(payouts.id, id))
}

/** Counts completed redemptions from the hourly counters of the platform's zone. */
export async function countRedemptionsOf(tx: Transaction, payee: Locked<Payee>, { start, end }: PeriodRange) {
  const [row] = await tx
    .select({ count: sum(redemptionHours.count).mapWith(Number) })
    .from(redemptionHours)
    .where(
      and(
        eq(redemptionHours.merchantId, payee.id),
        eq(redemptionHours.status, 'completed'),
        gte(redemptionHours.hour, start),
        lt(redemptionHours.hour, end),
      ),
    )
  return row?.count ?? 0
}
