import type { Context } from '@quaff/platform/server/context'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { churnWindowStart } from '../../rules'
import { sumTotals } from '../../server/totals-store'
import type { OverallStatisticsView, StatsInput } from '../contract'
import { overallStatisticsOf } from '../rules'
import { readOpened } from './open-statistics'
import { countCanceledSince } from './statistics-store'

/** From the counters. */
export async function readStatistics(ctx: Context, { merchantId }: StatsInput): Promise<OverallStatisticsView> {
  const now = ctx.clock.now()
  const { timeZone } = ctx.settings
  const churnedSince = churnWindowStart(timeZone, now)
  const [totals, churned] = await readOpened(ctx, merchantId, (db, scope) =>
    Promise.all([sumTotals(db, scope), countCanceledSince(db, scope, dayKeyIn(timeZone, churnedSince))]),
  )
  return { ...overallStatisticsOf(totals, churned), churnedSince, measuredAt: now, timeZone }
}
