import type { Context } from '@quaff/platform/server/context'
import { dayKeyIn, startOfDayIn } from '@quaff/platform/shared/calendar'
import { churnWindowStart } from '../../rules'
import { sumTotals } from '../../server/totals-store'
import type { OverallStatisticsView, StatsInput } from '../contract'
import { overallStatisticsOf } from '../rules'
import { readOpened } from './open-statistics'
import { countCanceledSince, countCanceledWithin } from './statistics-store'

/** From the counters; of the day on which the churn window begins, the part before it is taken off again. */
export async function readStatistics(ctx: Context, { merchantId }: StatsInput): Promise<OverallStatisticsView> {
  const now = ctx.clock.now()
  const { timeZone } = ctx.settings
  const churnedSince = churnWindowStart(now)
  const dayStart = startOfDayIn(timeZone, churnedSince)
  const [totals, ofDays, tooEarly] = await readOpened(ctx, merchantId, (db, scope) =>
    Promise.all([
      sumTotals(db, scope),
      countCanceledSince(db, scope, dayKeyIn(timeZone, churnedSince)),
      countCanceledWithin(db, scope, { from: dayStart, to: churnedSince }),
    ]),
  )
  return { ...overallStatisticsOf(totals, ofDays - tooEarly), churnedSince, measuredAt: now, timeZone }
}
