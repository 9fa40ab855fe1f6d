import type { Context } from '@quaff/platform/server/context'
import { dayKeyIn, startOfDayIn } from '@quaff/platform/shared/calendar'
import { churnWindowStart } from '../../rules'
import { countCanceledBetween, sumTotals } from '../../server/totals-store'
import type { OverallStatisticsView, StatsInput } from '../contract'
import { overallStatisticsOf } from '../rules'
import { openStatistics } from './open-statistics'
import { countCanceledSince } from './statistics-store'

/** From the counters; of the day on which the churn window begins, the part before it is taken off again. */
export async function readStatistics(ctx: Context, { merchantId }: StatsInput): Promise<OverallStatisticsView> {
  const scope = await openStatistics(ctx, merchantId)
  const now = ctx.clock.now()
  const { timeZone } = ctx.settings
  const churnedSince = churnWindowStart(now)
  const dayStart = startOfDayIn(timeZone, churnedSince)
  const [totals, ofDays, tooEarly] = await Promise.all([
    sumTotals(ctx.db, scope),
    countCanceledSince(ctx.db, scope, dayKeyIn(timeZone, churnedSince)),
    countCanceledBetween(ctx.db, scope, { from: dayStart, to: churnedSince }),
  ])
  const churned = ofDays - tooEarly.reduce((sum, { count }) => sum + count, 0)
  return { ...overallStatisticsOf(totals, churned), churnedSince, measuredAt: now, timeZone }
}
