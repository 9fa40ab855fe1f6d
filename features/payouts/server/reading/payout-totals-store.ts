import { count, sql } from 'drizzle-orm'
import type { Queryable } from '@quaff/platform/server'
import type { PayoutFilter } from '../../contract'
import { payouts } from '../tables'
import { matching } from './payout-read-store'
import type { PayoutScope } from './payout-scope'

/** Sums payouts by status and currency. `netMinor` is text if a number cannot hold it exactly. */
export function sumByStatus(db: Queryable, scope: PayoutScope, filter: Pick<PayoutFilter, 'period' | 'merchantId'>) {
  return db
    .select({
      status: payouts.status,
      currency: payouts.currency,
      count: count(),
      netMinor: sql<number | string>`sum(${payouts.netMinor})`,
    })
    .from(payouts)
    .where(matching(scope, filter))
    .groupBy(payouts.status, payouts.currency)
}
