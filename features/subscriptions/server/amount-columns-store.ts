import { sql, type SQL } from 'drizzle-orm'
import {
  type AmountTable,
  codeIn,
  columnAmount,
  derivedAmount,
  jsonAmount,
  type Queryable,
  type Scale,
  type StoredAmount,
} from '@quaff/platform/server'
import { chargeBillings } from '../charges/server/tables'
import { billingIntervals, subscriptionDefaults } from '../contract'
import { monthlyShare } from '../rules'
import {
  merchantSubscriptionStats,
  subscriptionChargeMonths,
  subscriptionCharges,
  subscriptionDays,
  subscriptionEvents,
  subscriptionLocalDays,
  subscriptionPlanTotals,
  subscriptionPlatformTotals,
  subscriptions,
  subscriptionTotals,
} from './tables'

const { amountMinor, interval, intervalCount, priceDetails } = subscriptions
const details = jsonAmount(priceDetails, 'amount')

/** Computes `monthlyAmountMinor` of the scaled price in SQL, with the fallbacks of `resolvePrice`. */
function monthlyOf(scale: Scale) {
  const existing = sql.join(
    billingIntervals.map((one) => sql`${one}`),
    sql`, `,
  )
  const share = (part: 0 | 1) => sql`case case when ${interval} in (${existing}) then ${interval}
      when ${priceDetails} ->> 'interval' in (${existing}) then ${priceDetails} ->> 'interval' else ${subscriptionDefaults.interval} end
    ${sql.join(
      billingIntervals.map((one) => sql`when ${one} then ${String(monthlyShare[one][part])}::numeric`),
      sql` `,
    )} end`
  const ofDetails = jsonAmount(priceDetails, 'intervalCount').amount
  const count = sql`coalesce(case when ${intervalCount} >= 1 then ${intervalCount} end,
    case when ${ofDetails} >= 1 then floor(${ofDetails}) end, ${subscriptionDefaults.intervalCount})`
  const amount = scale(sql`coalesce(${amountMinor}::numeric, ${details.amount}, 0)`)
  const over = sql`(${share(1)} * ${count})`
  return sql`floor((2 * floor(${amount} + 0.5) * ${share(0)} + ${over}) / (2 * ${over}))`
}

/** Finds the amount in a text such as "2900 usd / 1 month". */
function textAmount(name: 'from' | 'to'): StoredAmount & { currency: SQL } {
  const text = sql`(${subscriptionEvents.details} ->> ${name}::text)`
  const amount = sql`substring(${text} from '^(-?[0-9.]+(?:e[-+]?[0-9]+)?) ')::numeric`
  return {
    column: subscriptionEvents.details,
    currency: sql`lower(substring(${text} from '^[-0-9.e+]+ (.+) / '))`,
    amount,
    value: (scale) => sql`jsonb_set(${subscriptionEvents.details}, array[${name}::text],
      to_jsonb(trim_scale(${scale(amount)})::text || substring(${text} from ' .*$')))`,
  }
}

const priceChange = ({ currency, ...amount }: ReturnType<typeof textAmount>): AmountTable => ({
  table: subscriptionEvents,
  where: sql`kind = 'price_changed'`,
  currency,
  amounts: [amount],
})
const counter = (table: typeof subscriptionTotals | typeof subscriptionPlanTotals): AmountTable => ({
  table,
  currency: codeIn(table.currency),
  derived: [derivedAmount(table.monthlyMinor)],
})

/** Triggers update the sums over all merchants. */
export const subscriptionAmounts: readonly AmountTable[] = [
  {
    table: subscriptions,
    key: subscriptions.id,
    currency: codeIn(subscriptions.billingCurrency),
    amounts: [columnAmount(amountMinor), details],
    derived: [{ column: subscriptions.monthlyMinor, value: monthlyOf }],
  },
  {
    table: subscriptionCharges,
    key: subscriptionCharges.subscriptionId,
    currency: codeIn(subscriptionCharges.currency),
    amounts: [subscriptionCharges.amountMinor, subscriptionCharges.listMinor, subscriptionCharges.correctedMinor].map(
      columnAmount,
    ),
    pausedTriggers: ['charges_moved'],
  },
  {
    table: chargeBillings,
    key: chargeBillings.subscriptionId,
    currency: codeIn(chargeBillings.currency),
    amounts: [chargeBillings.amountMinor, chargeBillings.listMinor].map(columnAmount),
  },
  {
    table: subscriptionChargeMonths,
    currency: codeIn(subscriptionChargeMonths.currency),
    derived: [derivedAmount(subscriptionChargeMonths.amountMinor)],
    isIndex: true,
  },
  {
    table: subscriptionEvents,
    where: sql`kind = 'started'`,
    currency: codeIn(subscriptionEvents.details, 'currency'),
    amounts: [jsonAmount(subscriptionEvents.details, 'amountMinor')],
  },
  priceChange(textAmount('from')),
  priceChange(textAmount('to')),
  counter(subscriptionTotals),
  counter(subscriptionPlanTotals),
  {
    table: subscriptionDays,
    currency: codeIn(subscriptionDays.currency),
    derived: [derivedAmount(subscriptionDays.enteredMonthlyMinor)],
  },
  {
    table: subscriptionLocalDays,
    currency: codeIn(subscriptionLocalDays.currency),
    derived: [derivedAmount(subscriptionLocalDays.enteredMonthlyMinor)],
  },
  {
    table: merchantSubscriptionStats,
    currency: codeIn(merchantSubscriptionStats.currency),
    derived: [derivedAmount(merchantSubscriptionStats.monthlyRevenueMinor)],
  },
  { table: subscriptionPlatformTotals, currency: codeIn(subscriptionPlatformTotals.currency), isIndex: true },
]

/** Returns the merchants with subscriptions in one of these currencies, in id order. */
export async function listMerchantsPaidIn(db: Queryable, codes: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select distinct merchant_id as id from ${subscriptionTotals}
    where currency = any(${sql.param([...codes])}::text[]) order by 1`)
  return rows.map(({ id }) => id)
}
