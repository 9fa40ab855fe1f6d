import type { Context } from '@quaff/platform/server/context'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { churnWindowStart } from '../../rules'
import type { OverallStatisticsView, StatsInput } from '../../statistics/contract'
import { overallStatisticsOf } from '../../statistics/rules'
import { sumTotals } from '../totals-store'
import { openStatistics } from './open-statistics'
import { countCanceledSince } from './statistics-store'

/** From the counters alone, whose churn window is whole days of the platform's zone (decision 35). */
export async function readStatistics(ctx: Context, { merchantId }: StatsInput): Promise<OverallStatisticsView> {
  const scope = await openStatistics(ctx, merchantId)
  const now = ctx.clock.now()
  const { timeZone } = ctx.settings
  const churnedSince = churnWindowStart(now, timeZone)
  const [totals, churned] = await Promise.all([
    sumTotals(ctx.db, scope),
    countCanceledSince(ctx.db, scope, dayKeyIn(timeZone, churnedSince)),
  ])
  return { ...overallStatisticsOf(totals, churned), churnedSince, measuredAt: now, timeZone }
}
