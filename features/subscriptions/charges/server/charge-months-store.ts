import type { Queryable } from '@quaff/platform/server/context'
import { compactCounts } from '@quaff/platform/server/counters/compact-counts'
import { subscriptionChargeMonths } from '../../server/tables'

/** One row for each month, merchant and currency again; what is added meanwhile stays beside them. */
export async function compactChargeMonths({ db }: { db: Queryable }): Promise<void> {
  await compactCounts(db, {
    table: subscriptionChargeMonths,
    keys: ['month', 'merchant_id', 'currency'],
    sums: ['amount_minor', 'count'],
  })
}
