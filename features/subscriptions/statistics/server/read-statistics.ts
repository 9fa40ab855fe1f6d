import type { Context } from '@quaff/platform/server/context'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { churnWindowStart } from '../../rules'
import { sumTotals } from '../../server/totals-store'
import type { OverallStatisticsView, StatsInput } from '../contract'
import { overallStatisticsOf } from '../rules'
import { readOpened } from './open-statistics'
import { countCanceledSince } from './statistics-store'

/** From the counters. */
export function readStatistics(ctx: Context, { merchantId }: StatsInput): Promise<OverallStatisticsView> {
  const measuredAt = ctx.clock.now()
  return readOpened(ctx, merchantId, async ({ db, settings: { timeZone } }, scope) => {
    const churnedSince = churnWindowStart(timeZone, measuredAt)
    const [totals, churned] = await Promise.all([
      sumTotals(db, scope),
      countCanceledSince(db, scope, dayKeyIn(timeZone, churnedSince)),
    ])
    return { ...overallStatisticsOf(totals, churned), churnedSince, measuredAt, timeZone }
  })
}
