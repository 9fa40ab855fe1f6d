import type { Context } from '@quaff/platform/server/context'
import { churnWindowStart } from '../../rules'
import type { PlanStatistics, PlanStatsInput } from '../contract'
import { planStatisticsOf } from '../rules'
import { readOpened } from './open-statistics'
import { countChurnedByPlan, sumByPlan } from './statistics-store'

/** From the merchant's indexes: every group over one, the cancellations of the window over another. */
export async function readPlanStatistics(
  ctx: Context,
  { merchantId }: PlanStatsInput,
): Promise<{ plans: PlanStatistics[]; measuredAt: Date; timeZone: string }> {
  const now = ctx.clock.now()
  const since = churnWindowStart(ctx.settings.timeZone, now)
  const [groups, churned] = await readOpened(ctx, merchantId, (db, scope) =>
    Promise.all([sumByPlan(db, scope), countChurnedByPlan(db, scope, since)]),
  )
  return { plans: planStatisticsOf(groups, churned), measuredAt: now, timeZone: ctx.settings.timeZone }
}
