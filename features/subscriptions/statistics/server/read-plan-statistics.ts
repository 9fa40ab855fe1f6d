import type { Context } from '@quaff/platform/server/context'
import { churnWindowStart } from '../../rules'
import type { PlanStatistics, PlanStatsInput } from '../contract'
import { planStatisticsOf } from '../rules'
import { readOpened } from './open-statistics'
import { countChurnedByPlan, sumByPlan } from './statistics-store'

/** From the merchant's indexes: every group over one, the cancellations of the window over another. */
export function readPlanStatistics(
  ctx: Context,
  { merchantId }: PlanStatsInput,
): Promise<{ plans: PlanStatistics[]; measuredAt: Date; timeZone: string }> {
  const measuredAt = ctx.clock.now()
  return readOpened(ctx, merchantId, async ({ db, settings: { timeZone } }, scope) => {
    const [groups, churned] = await Promise.all([
      sumByPlan(db, scope),
      countChurnedByPlan(db, scope, churnWindowStart(timeZone, measuredAt)),
    ])
    return { plans: planStatisticsOf(groups, churned), measuredAt, timeZone }
  })
}
