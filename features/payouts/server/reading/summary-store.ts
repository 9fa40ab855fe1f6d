import { and, count, gte, isNull, lt, sql } from 'drizzle-orm'
import { scopeWhere } from '@quaff/features/sessions/server'
import { subscriptionCharges } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'
import type { PeriodRange } from '../../period/rules'
import { lateCharges } from '../generation/late-charges-store'
import { payoutAdjustments } from '../tables'
import type { PayoutScope } from './payout-scope'

/** Of a merchant in a currency; what a number can not hold exactly is text. */
export type CurrencySum = { merchantId: string; currency: string; amount: number | string; count: number }

/** Charges of the month up to now, from one index alone. */
export function sumCharges(db: Queryable, { merchants: scope }: PayoutScope, { start, end }: PeriodRange) {
  return db
    .select({
      merchantId: subscriptionCharges.merchantId,
      currency: subscriptionCharges.currency,
      amount: sql<number | string>`sum(${subscriptionCharges.amountMinor})`,
      count: count(),
    })
    .from(subscriptionCharges)
    .where(
      and(
        scopeWhere(scope, subscriptionCharges.merchantId),
        gte(subscriptionCharges.periodStart, start),
        lt(subscriptionCharges.periodStart, end),
      ),
    )
    .groupBy(subscriptionCharges.merchantId, subscriptionCharges.currency)
}

/** Of earlier months, whose payouts exist already. */
export async function sumLateCharges(
  db: Queryable,
  { merchants: scope }: PayoutScope,
  period: PeriodRange,
): Promise<CurrencySum[]> {
  const { rows } = await db.execute<CurrencySum>(sql`
    select late.merchant_id as "merchantId", late.currency, sum(late.amount_minor) as amount, count(*) as count
    from (${lateCharges(period, scope.all ? undefined : scope.merchantIds)}) late group by 1, 2`)
  return rows
}

/** What waits for the next payout. */
export function sumWaiting(db: Queryable, { merchants: scope }: PayoutScope): Promise<CurrencySum[]> {
  return db
    .select({
      merchantId: payoutAdjustments.merchantId,
      currency: payoutAdjustments.currency,
      amount: sql<number | string>`sum(${payoutAdjustments.amountMinor})`,
      count: count(),
    })
    .from(payoutAdjustments)
    .where(and(scopeWhere(scope, payoutAdjustments.merchantId), isNull(payoutAdjustments.payoutId)))
    .groupBy(payoutAdjustments.merchantId, payoutAdjustments.currency)
}
