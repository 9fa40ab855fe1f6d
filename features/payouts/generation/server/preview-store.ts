import { eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionChargeMonths, subscriptionCharges } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { shiftPeriod, type PeriodRange } from '../../period/rules'
import { payoutAdjustments, payoutCharges, payouts } from '../../server/tables'
import { everyLateCharge } from './late-charges-store'

/** Of a merchant in a currency; what a number cannot hold exactly is text. */
export type MerchantSum = { merchantId: string; currency: string; amount: number | string; count: number }

const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`

/**
 * All charges between two instants, linked ones included: from the sums of whole months (UTC), and where the platform's
 * months begin at another instant, with or without what lies between the two.
 */
export function chargesOfPeriod({ start, end }: Pick<PeriodRange, 'start' | 'end'>): SQL {
  const [first, last] = [nearestMonth(start), nearestMonth(end)]
  const edge = (from: Date, to: Date, sign: 1 | -1) => sql`
    select merchant_id, currency, ${sql.raw(String(sign))} * amount_minor, ${sql.raw(String(sign))}
    from ${subscriptionCharges} where period_start >= ${at(from)} and period_start < ${at(to)}`
  const edges = [
    ...(start < first ? [edge(start, first, 1)] : []),
    ...(start > first ? [edge(first, start, -1)] : []),
    ...(end > last ? [edge(last, end, 1)] : []),
    ...(end < last ? [edge(end, last, -1)] : []),
  ]
  const months = sql`select merchant_id, currency, amount_minor, count from ${subscriptionChargeMonths}
    where month >= ${monthOf(first)} and month < ${monthOf(last)}`
  return sql`
    select merchant_id as "merchantId", currency, sum(amount_minor) as amount, sum(count) as count
    from (${sql.join([months, ...edges], sql` union all `)}) charged(merchant_id, currency, amount_minor, count)
    group by 1, 2 having sum(count) <> 0`
}

const monthOf = (instant: Date) => sql`${instant.toISOString().slice(0, 10)}::date`

/** No zone is half a month away. */
function nearestMonth(instant: Date): Date {
  const later = new Date(instant.getTime() + 15 * dayMs)
  return new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth(), 1))
}
const dayMs = 86_400_000

/**
 * Charges of the period that another payout has: a later one, after the one of their month, or the one before, where the
 * platform has moved to a zone in which this month begins earlier. Never many.
 */
const takenElsewhere = ({ period, start, end }: PeriodRange): SQL => sql`
  select charge.merchant_id as "merchantId", charge.currency, sum(charge.amount_minor) as amount, count(*) as count
  from ${payouts} other
  cross join lateral (select link.subscription_id, link.period_start from ${payoutCharges} link
    where link.payout_id = other.id and link.period_start >= ${at(start)} and link.period_start < ${at(end)}
    offset 0) taken
  join ${subscriptionCharges} charge
    on charge.subscription_id = taken.subscription_id and charge.period_start = taken.period_start
  where other.period > ${period} and other.late_count > 0
    or other.period = ${shiftPeriod(period, 1)} and other.period_start < ${at(end)}
    or other.period = ${shiftPeriod(period, -1)} and other.period_end > ${at(start)}
  group by 1, 2`

const lateOfAll = (period: PeriodRange, before: PeriodRange): SQL => sql`
  select late.merchant_id as "merchantId", late.currency, sum(late.amount_minor) as amount, count(*) as count
  from (${everyLateCharge(period, chargesOfPeriod(before))}) late group by 1, 2`

const waitingAdjustments: SQL = sql`
  select merchant_id as "merchantId", currency, sum(amount_minor) as amount, count(*) as count
  from ${payoutAdjustments} where ${isNull(payoutAdjustments.payoutId)} group by 1, 2`

const kinds = ['own', 'elsewhere', 'late', 'waiting'] as const
type SumKind = (typeof kinds)[number]

export const previewSums = (period: PeriodRange, before: PeriodRange): SQL => {
  const of: Record<SumKind, SQL> = {
    own: chargesOfPeriod(period),
    elsewhere: takenElsewhere(period),
    late: lateOfAll(period, before),
    waiting: waitingAdjustments,
  }
  return sql.join(
    kinds.map((kind) => sql`select ${sql.raw(`'${kind}'`)} as kind, sums.* from (${of[kind]}) sums`),
    sql` union all `,
  )
}

/** What the charges and adjustments of all merchants add up to, at one moment; `before` is the month before. */
export async function sumForPreview(
  db: Queryable,
  period: PeriodRange,
  before: PeriodRange,
): Promise<Record<SumKind, MerchantSum[]>> {
  const { rows } = await db.execute<MerchantSum & { kind: SumKind }>(previewSums(period, before))
  const sums: Record<SumKind, MerchantSum[]> = { own: [], elsewhere: [], late: [], waiting: [] }
  for (const { kind, ...sum } of rows) sums[kind].push({ ...sum, count: Number(sum.count) })
  return sums
}

export async function listGenerated(db: Queryable, { period }: Pick<PeriodRange, 'period'>) {
  return db
    .select({
      merchantId: payouts.merchantId,
      currency: payouts.currency,
      gross: payouts.grossMinor,
      fee: payouts.feeMinor,
      adjustments: payouts.adjustmentsMinor,
      net: payouts.netMinor,
      renewalCount: payouts.renewalCount,
      lateCount: payouts.lateCount,
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
