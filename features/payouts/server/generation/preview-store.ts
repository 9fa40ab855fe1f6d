import { eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionCharges } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { shiftPeriod, type PeriodRange } from '../../period/rules'
import { payoutAdjustments, payoutCharges, payouts } from '../tables'
import { lateCharges } from './late-charges-store'

/** Of a merchant in a currency; what a number can not hold exactly is text. */
export type MerchantSum = { merchantId: string; currency: string; amount: number | string; count: number }

const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`

async function readSums(db: Queryable, query: SQL): Promise<MerchantSum[]> {
  const { rows } = await db.execute<MerchantSum>(query)
  return rows
}

/** From one index alone, linked charges included: the whole month of all merchants. */
export const chargesOfPeriod = ({ start, end }: PeriodRange): SQL => sql`
  select merchant_id as "merchantId", currency, sum(amount_minor) as amount, count(*) as count
  from ${subscriptionCharges} where period_start >= ${at(start)} and period_start < ${at(end)} group by 1, 2`

export function sumChargesOfPeriod(db: Queryable, period: PeriodRange): Promise<MerchantSum[]> {
  return readSums(db, chargesOfPeriod(period))
}

/**
 * Charges of the period that another payout has: a later one, after the one of their month, or the one before, where the
 * platform has moved to a zone in which this month begins earlier. Never many.
 */
export function sumTakenElsewhere(db: Queryable, { period, start, end }: PeriodRange): Promise<MerchantSum[]> {
  return readSums(
    db,
    sql`select charge.merchant_id as "merchantId", charge.currency, sum(charge.amount_minor) as amount, count(*) as count
      from ${payouts} other
      cross join lateral (select link.subscription_id, link.period_start from ${payoutCharges} link
        where link.payout_id = other.id and link.period_start >= ${at(start)} and link.period_start < ${at(end)}
        offset 0) taken
      join ${subscriptionCharges} charge
        on charge.subscription_id = taken.subscription_id and charge.period_start = taken.period_start
      where other.period >= ${shiftPeriod(period, -1)} and other.period <> ${period} group by 1, 2`,
  )
}

export function sumLateCharges(db: Queryable, period: PeriodRange): Promise<MerchantSum[]> {
  return readSums(
    db,
    sql`select late.merchant_id as "merchantId", late.currency, sum(late.amount_minor) as amount, count(*) as count
      from (${lateCharges(period)}) late group by 1, 2`,
  )
}

export function sumWaitingAdjustments(db: Queryable): Promise<MerchantSum[]> {
  return readSums(
    db,
    sql`select merchant_id as "merchantId", currency, sum(amount_minor) as amount, count(*) as count
      from ${payoutAdjustments} where ${isNull(payoutAdjustments.payoutId)} group by 1, 2`,
  )
}

export async function listGenerated(db: Queryable, { period, start }: PeriodRange) {
  return db
    .select({
      merchantId: payouts.merchantId,
      currency: payouts.currency,
      gross: payouts.grossMinor,
      fee: payouts.feeMinor,
      adjustments: payouts.adjustmentsMinor,
      net: payouts.netMinor,
      renewalCount: payouts.renewalCount,
      lateCount: sql<number>`(select count(*) from ${payoutCharges} link
        where link.payout_id = ${sql`${payouts}.id`} and link.period_start < ${at(start)})`.as('late_count'),
    })
    .from(payouts)
    .where(eq(payouts.period, period))
}

/** Those that still are, with what says whether they can be paid. */
export async function listPayees(db: Queryable, merchantIds: readonly string[]) {
  if (merchantIds.length === 0) return []
  return db
    .select({
      id: merchants.id,
      name: merchants.name,
      bank: {
        routingNumber: merchantBankAccounts.routingNumber,
        accountNumberEncrypted: merchantBankAccounts.accountNumberEncrypted,
      },
    })
    .from(merchants)
    .leftJoin(merchantBankAccounts, eq(merchantBankAccounts.merchantId, merchants.id))
    .where(inArray(merchants.id, [...merchantIds]))
}
