import type { Services } from '@quaff/platform/server/context'
import { rankPlans, type RankedPlans } from '../../economics/rules'
import { saveSnapshot } from '../snapshots/snapshot-store'
import { sumActiveOfAllPlans } from './plan-revenue-store'

export const planRevenueKey = 'plan_revenue'

/** Part of the recurring job, so that hardly anybody waits for it. */
export async function refreshPlanRevenue(services: Services): Promise<void> {
  const measuredAt = services.clock.now()
  await saveSnapshot(services.db, planRevenueKey, { data: await rankAllPlans(services), measuredAt })
}

export const rankAllPlans = async ({ db }: Services): Promise<RankedPlans> => rankPlans(await sumActiveOfAllPlans(db))
