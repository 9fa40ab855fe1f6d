import { and, count, eq, gte, inArray, lt, sql, sum } from 'drizzle-orm'
import { redemptionHours } from '@quaff/features/redemptions/tables'
import { subscriptionCharges } from '@quaff/features/subscriptions/tables'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import type { PeriodRange } from '../../period/rules'
import { payoutAdjustments, payoutCharges, payouts } from '../tables'
import { isUnlinked, lateCharges } from './late-charges-store'

export type NewPayout = typeof payouts.$inferInsert
/** What a merchant is paid in a period for: its own charges, and late ones where there are any. */
export type Payable = { merchantId: string; period: PeriodRange; hasLate: boolean }

/** By period. */
export async function countPayoutsOf(db: Queryable, periods: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ period: payouts.period, count: count() })
    .from(payouts)
    .where(inArray(payouts.period, [...periods]))
    .groupBy(payouts.period)
  return new Map(rows.map((row) => [row.period, row.count]))
}

export async function listPayoutsOf(db: Queryable, merchantId: string, period: string) {
  return db
    .select({ id: payouts.id, currency: payouts.currency })
    .from(payouts)
    .where(and(eq(payouts.merchantId, merchantId), eq(payouts.period, period)))
    .orderBy(payouts.currency)
}

const payableCharges = ({ merchantId, period, hasLate }: Payable) => sql`
  select charge.* from ${subscriptionCharges} charge
  where charge.merchant_id = ${merchantId} and charge.period_start >= ${period.start.toISOString()}::timestamptz
    and charge.period_start < ${period.end.toISOString()}::timestamptz and ${isUnlinked}
  ${hasLate ? sql`union all ${lateCharges(period, [merchantId])}` : sql``}`

/** Currencies with something to pay, in their order. */
export async function listPayableCurrencies(tx: Transaction, payable: Payable): Promise<string[]> {
  const { rows } = await tx.execute<{ currency: string }>(sql`
    select payable.currency from (${payableCharges(payable)}) payable
    union select currency from ${payoutAdjustments}
    where ${payoutAdjustments.merchantId} = ${payable.merchantId} and ${payoutAdjustments.payoutId} is null
    order by 1`)
  return rows.map(({ currency }) => currency)
}

/** Of those that were not there before. */
export async function insertPayouts(tx: Transaction, rows: readonly NewPayout[]) {
  return tx
    .insert(payouts)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ id: payouts.id, currency: payouts.currency })
}

type Fresh = readonly { id: string; currency: string }[]
const freshRows = (fresh: Fresh) => sql`unnest(${sql.param(fresh.map(({ id }) => id))}::text[],
  ${sql.param(fresh.map(({ currency }) => currency))}::text[]) as fresh(id, currency)`

export type Linked = { payoutId: string; gross: number | string; count: number; lateCount: number }

/** In one statement: what is recorded meanwhile is in none of its sums and stays free. */
export async function linkCharges(tx: Transaction, payable: Payable, fresh: Fresh): Promise<Map<string, Linked>> {
  const { rows } = await tx.execute<Linked>(sql`
    with taken as (
      select payable.subscription_id, payable.period_start, payable.amount_minor, fresh.id as payout_id
      from (${payableCharges(payable)}) payable join ${freshRows(fresh)} on fresh.currency = payable.currency
    ), linked as (
      insert into ${payoutCharges} (subscription_id, period_start, payout_id)
      select subscription_id, period_start, payout_id from taken on conflict do nothing
      returning subscription_id, period_start
    )
    select payout_id as "payoutId", sum(amount_minor) as gross, count(*) as count,
      count(*) filter (where period_start < ${payable.period.start.toISOString()}::timestamptz) as "lateCount"
    from taken join linked using (subscription_id, period_start) group by 1`)
  return new Map(rows.map((row) => [row.payoutId, row]))
}

/** Sum per payout. */
export async function takeWaitingAdjustments(
  tx: Transaction,
  merchantId: string,
  fresh: Fresh,
): Promise<Map<string, number | string>> {
  const { rows } = await tx.execute<{ payoutId: string; amount: number | string }>(sql`
    with taken as (
      update ${payoutAdjustments} set payout_id = fresh.id from ${freshRows(fresh)}
      where ${payoutAdjustments}.merchant_id = ${merchantId} and ${payoutAdjustments}.payout_id is null
        and ${payoutAdjustments}.currency = fresh.currency
      returning ${payoutAdjustments}.payout_id, ${payoutAdjustments}.amount_minor
    )
    select payout_id as "payoutId", sum(amount_minor) as amount from taken group by 1`)
  return new Map(rows.map((row) => [row.payoutId, row.amount]))
}

export async function saveAmounts(
  tx: Transaction,
  payoutId: string,
  amounts: Pick<NewPayout, 'grossMinor' | 'feeMinor' | 'adjustmentsMinor' | 'netMinor' | 'renewalCount' | 'lateCount'>,
): Promise<void> {
  await tx.update(payouts).set(amounts).where(eq(payouts.id, payoutId))
}

/** From the hours of the platform's zone. */
export async function countRedemptionsOf(tx: Transaction, merchantId: string, { start, end }: PeriodRange) {
  const [row] = await tx
    .select({ count: sum(redemptionHours.count).mapWith(Number) })
    .from(redemptionHours)
    .where(
      and(
        eq(redemptionHours.merchantId, merchantId),
        eq(redemptionHours.status, 'completed'),
        gte(redemptionHours.hour, start),
        lt(redemptionHours.hour, end),
      ),
    )
  return row?.count ?? 0
}
