import type { Services } from '@quaff/platform/server/context'
import { compactCounts } from '@quaff/platform/server/counters/compact-counts'
import { subscriptionPlatformDays, subscriptionPlatformTotals } from './tables'

/** One row for each key again; what is added meanwhile stays beside them. */
export async function compactPlatformCounts({ db }: Pick<Services, 'db'>): Promise<void> {
  await compactCounts(db, {
    table: subscriptionPlatformTotals,
    keys: ['status', 'currency'],
    sums: ['count', 'monthly_minor'],
  })
  await compactCounts(db, {
    table: subscriptionPlatformDays,
    keys: ['day', 'status', 'currency'],
    sums: ['created_count', 'updated_count', 'entered_count', 'entered_monthly_minor'],
  })
}
