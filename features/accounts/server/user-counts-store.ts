import type { Services } from '@quaff/platform/server/context'
import { compactCounts } from '@quaff/platform/server/counters/compact-counts'
import { userCounts } from './tables'

/** One row for each role and status again. */
export async function compactUserCounts({ db }: Pick<Services, 'db'>): Promise<void> {
  await compactCounts(db, { table: userCounts, keys: ['role', 'status'], sums: ['count'] })
}
