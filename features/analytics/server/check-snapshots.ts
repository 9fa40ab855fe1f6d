import type { Services } from '@quaff/platform/server/context'
import { differencesOf, type CounterDifference } from '@quaff/platform/shared/counter-difference'
import { findDaysDrift, findHoursDrift, lockCounters, rewriteDays, rewriteHours } from './counter-snapshot-store'

/**
 * Figures over all merchants lag behind their source by design, so they are brought up to date first, and compared in
 * the same snapshot of the database: what is written meanwhile is in neither. A difference is a fault of the refresh.
 */
export async function checkAnalyticsCounters({ db }: Pick<Services, 'db'>): Promise<CounterDifference[]> {
  return db.transaction(
    async (tx) => {
      await lockCounters(tx)
      await rewriteDays(tx)
      await rewriteHours(tx)
      const [days, hours] = [await findDaysDrift(tx), await findHoursDrift(tx)]
      return [
        ...days.flatMap((row) =>
          differencesOf('analytics_days', row.key, {
            created_count: [row.stored_created, row.counted_created],
            updated_count: [row.stored_updated, row.counted_updated],
            entered_count: [row.stored_entered, row.counted_entered],
            entered_monthly_minor: [row.stored_monthly, row.counted_monthly],
          }),
        ),
        ...hours.flatMap(({ key, stored, counted }) =>
          differencesOf('analytics_hours', key, { count: [stored, counted] }),
        ),
      ]
    },
    { isolationLevel: 'repeatable read' },
  )
}
