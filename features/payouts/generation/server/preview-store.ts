import { and, eq, sql, type SQL } from 'drizzle-orm'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionChargeMonths, subscriptionCharges } from '@quaff/features/subscriptions/tables'
import { inText, keyset, pick, type Queryable } from '@quaff/platform/server'
import type { PayoutPreviewRow } from '../../generation-contract'
import { shiftPeriod, type PeriodRange } from '../../period-rules'
import { payoutAdjustments, payoutCharges, payouts } from '../../server/tables'
import { everyLateCharge, heldCharges, openOverlaps } from './late-charges-store'

const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`

/**
 * Returns rows that add up to all charges between two instants, linked ones included. Adds whole UTC months from the
 * counters, then adds or subtracts charges at the edges if months begin at another instant.
 */
export function partsOfPeriod({ start, end }: Pick<PeriodRange, 'start' | 'end'>) {
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
  return sql.join([months, ...edges], sql` union all `)
}

export const chargesOfPeriod = (period: Pick<PeriodRange, 'start' | 'end'>) => sql`
  select merchant_id as "merchantId", currency, sum(amount_minor) as amount, sum(count) as count
  from (${partsOfPeriod(period)}) charged(merchant_id, currency, amount_minor, count)
  group by 1, 2 having sum(count) <> 0`

const monthOf = (instant: Date) => sql`${instant.toISOString().slice(0, 10)}::date`

/** Adds 15 days and truncates, because no zone offset reaches half a month. */
function nearestMonth(instant: Date) {
  const later = new Date(instant.getTime() + 15 * dayMs)
  return new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth(), 1))
}
const dayMs = 86_400_000

/**
 * Charges of the period that another payout took: a later one, or the previous one after a zone change. Phrased so that
 * the planner expects few rows, as in `everyLateCharge`.
 */
const takenElsewhere = ({ period, start, end }: PeriodRange) => sql`
  select charge.merchant_id, charge.currency, charge.amount_minor
  from ${payouts} other
  cross join lateral (select link.subscription_id, link.period_start from ${payoutCharges} link
    where link.payout_id = other.id and link.period_start >= ${at(start)} and link.period_start < ${at(end)}
    offset 0) taken
  join ${subscriptionCharges} charge
    on charge.subscription_id = taken.subscription_id and charge.period_start = taken.period_start
  where other.period > ${period} and other.late_count > 0
    or other.period = ${shiftPeriod(period, 1)} and (other.period_start < ${at(end)})::int = 1
    or other.period = ${shiftPeriod(period, -1)} and (other.period_end > ${at(start)})::int = 1`

/** `before` is the previous month. `merchantId` limits the preview to one merchant. */
export type Previewed = {
  period: PeriodRange
  before: PeriodRange
  feeBasisPoints: number
  merchantId: string | undefined
}
type PreviewPage = { cursor: string | null | undefined; limit: number }
export type StoredBank = { routingNumber: string; accountNumberEncrypted: string | null }
type StoredRow = Omit<PayoutPreviewRow, 'state' | 'bankProblem'> & { sortValue: string; bank: StoredBank | null }

/** Amounts are text, because a number may not hold them exactly. */
type WrittenAmounts = Record<'gross' | 'fee' | 'adjustments' | 'net', string>
export type NewSums = {
  totals: (WrittenAmounts & { currency: string; count: number })[]
  late: number
  belowZero: number
  overlaps: number
  existing: number
  /**
   * Payouts whose merchant has an account number: merchants, routing numbers and encrypted numbers, in the same
   * order.
   */
  banks: [string[], string[], string[]]
  rows: (WrittenAmounts & Omit<StoredRow, keyof WrittenAmounts>)[]
}

const pagesOf = (name: SQL, merchantId: SQL, currency: SQL, cursor: string | null | undefined) =>
  keyset({
    name: 'payout-preview',
    key: { kind: 'text', expression: sql`lower(${name})` },
    id: sql`${merchantId} || ' ' || ${currency}`,
    order: 'asc',
    cursor,
  })

/**
 * Simulates a generation for existing merchants, at one moment: its totals, and a page by name. The fee is `feeOf` in
 * SQL; a test compares both.
 */
function newPayoutsQuery(previewed: Previewed, { cursor, limit }: PreviewPage) {
  const { period, before, feeBasisPoints, merchantId } = previewed
  const pages = pagesOf(sql`name`, sql`merchant_id`, sql`currency`, cursor)
  const ofMerchant = merchantId === undefined ? sql`true` : sql`merchant_id = ${merchantId}`
  // PostgreSQL would sort both sides of `not exists` by text, which costs more than everything else.
  const isNew = sql`${ofMerchant} and (merchant_id, currency) not in (select merchant_id, currency from generated)`
  return sql`
  with generated as materialized (
    select merchant_id, currency from ${payouts} where period = ${period.period} and ${ofMerchant}
  ), parts(merchant_id, currency, gross, renewals, late, adjustments, waiting) as materialized (
    select merchant_id, currency, amount_minor, count, 0, 0, 0
      from (${partsOfPeriod(period)}) part(merchant_id, currency, amount_minor, count) where ${isNew}
    union all select merchant_id, currency, -amount_minor, -1, 0, 0, 0 from (${takenElsewhere(period)}) part where ${isNew}
    union all select merchant_id, currency, -amount_minor, -1, 0, 0, 0 
      from (${heldCharges(sql`period_start >= ${at(period.start)} and period_start < ${at(period.end)}`)}) part where ${isNew}
    union all select merchant_id, currency, amount_minor, 1, 1, 0, 0
      from (${everyLateCharge(period, chargesOfPeriod(before))}) part where ${isNew}
    union all select merchant_id, currency, 0, 0, 0, amount_minor, 1 from ${payoutAdjustments} part
      where payout_id is null and ${isNew}
  ), due as materialized (
    select merchant_id, currency, sum(gross)::bigint as gross, sum(renewals)::int as renewals, sum(late)::int as late,
      sum(adjustments)::bigint as adjustments
    from parts group by 1, 2 having sum(renewals) <> 0 or sum(waiting) <> 0
  ), priced as (
    select due.*, case when gross <= 0 then 0 else
      gross / 10000 * ${feeBasisPoints}::int + (gross % 10000 * ${feeBasisPoints}::int + 5000) / 10000 end as fee from due
  ), listed as materialized (
    select priced.*, gross - fee + adjustments as net, m.name, b.routing_number, b.account_number_encrypted,
      b.merchant_id is not null as has_bank
    from priced join ${merchants} m on m.id = priced.merchant_id
      left join ${merchantBankAccounts} b on b.merchant_id = priced.merchant_id
  ), page as materialized (
    select * from listed where ${pages.after ?? sql`true`} order by ${sql.join(pages.orderBy, sql`, `)} limit ${limit}
  ), shown as (
    select merchant_id as "merchantId", name as "merchantName", currency, gross::text, fee::text, adjustments::text,
      net::text, renewals as "renewalCount", late as "lateCount", ${pages.sortValue} as "sortValue",
      case when has_bank then json_build_object('routingNumber', routing_number, 'accountNumberEncrypted',
        account_number_encrypted) end as bank
    from page order by ${sql.join(pages.orderBy, sql`, `)}
  ), totals as (
    select currency, count(*)::int as count, sum(gross)::text as gross, sum(fee)::text as fee,
      sum(adjustments)::text as adjustments, sum(net)::text as net
    from listed group by 1
  )
  select (select count(*)::int from generated) as existing,
    (select coalesce(sum(late), 0)::int from listed) as late,
    (select count(*)::int from listed where net < 0) as "belowZero",
    (select count(*)::int from (${openOverlaps(sql`period_start < ${at(period.end)} and ${ofMerchant}`)}) held) as overlaps,
    (select coalesce(json_agg(totals), '[]') from totals) as totals,
    (select json_build_array(coalesce(array_agg(merchant_id), '{}'), coalesce(array_agg(routing_number), '{}'),
      coalesce(array_agg(account_number_encrypted), '{}')) from listed where account_number_encrypted is not null) as banks,
    (select coalesce(json_agg(shown), '[]') from shown) as rows`
}

export async function readNewPayouts(db: Queryable, previewed: Previewed, page: PreviewPage): Promise<NewSums> {
  const { rows } = await db.execute<NewSums>(newPayoutsQuery(previewed, page))
  return rows[0] ?? { totals: [], late: 0, belowZero: 0, overlaps: 0, existing: 0, banks: [[], [], []], rows: [] }
}

/** Sorts by name in the order of the merchants' index. */
export function listGenerated(
  db: Queryable,
  { period: { period }, merchantId }: Previewed,
  { cursor, limit }: PreviewPage,
) {
  const pages = pagesOf(sql`${merchants.name}`, sql`${merchants.id}`, sql`${payouts.currency}`, cursor)
  const ofPeriod = and(
    eq(payouts.period, period),
    merchantId === undefined ? undefined : eq(payouts.merchantId, merchantId),
  )
  return db
    .select({
      merchantId: payouts.merchantId,
      merchantName: merchants.name,
      currency: payouts.currency,
      gross: payouts.grossMinor,
      fee: payouts.feeMinor,
      adjustments: payouts.adjustmentsMinor,
      net: payouts.netMinor,
      ...pick(payouts, 'renewalCount', 'lateCount'),
      bank: pick(merchantBankAccounts, 'routingNumber', 'accountNumberEncrypted'),
      sortValue: sql<string>`${pages.sortValue}`,
    })
    .from(merchants)
    .innerJoin(payouts, eq(payouts.merchantId, merchants.id))
    .leftJoin(merchantBankAccounts, eq(merchantBankAccounts.merchantId, merchants.id))
    .where(and(ofPeriod, pages.after))
    .orderBy(...pages.orderBy)
    .limit(inText(limit))
}
