import { z } from 'zod'
import type { Services } from '@quaff/platform/server/context'
import { planRevenueSchema } from '../../economics/contract'
import type { RankedPlans } from '../../economics/rules'
import { readSnapshot } from '../snapshots/read-snapshot'
import { planRevenueKey, rankAllPlans } from './refresh-plan-revenue'

/** Names are read anew each time: they change more often than figures are allowed to be old. */
const rankedSchema: z.ZodType<RankedPlans> = z.object({
  ...planRevenueSchema.pick({ totals: true, rest: true }).shape,
  rows: z.array(
    z.object({ planId: z.string().nullable(), currency: z.string(), active: z.int(), monthlyMinor: z.int() }),
  ),
})

/** Of all merchants, at most 15 minutes old. Whoever may not see all of them must be refused before. */
export async function readAllPlanRevenue(services: Services): Promise<{ data: RankedPlans; measuredAt: Date }> {
  return readSnapshot(services, planRevenueKey, rankedSchema, () => rankAllPlans(services))
}
