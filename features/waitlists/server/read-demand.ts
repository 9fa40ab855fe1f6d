import type { Context } from '@quaff/platform/server/context'
import { coverages, type Coverage, type Demand, type DemandInput } from '../demand-contract'
import { listDemandAreas } from './demand-store'
import { viewWaitlist } from './read-entries'

/** Who waits where, and whether a venue is there already. */
export async function readDemand(ctx: Context, { waitlistId, coverage }: DemandInput): Promise<Demand> {
  await viewWaitlist(ctx, waitlistId)
  const rows = await listDemandAreas(ctx.db, waitlistId, coverage)
  const sums = rows[0]?.sums ?? {}
  const asked = coverage === undefined ? coverages : [coverage]
  const over = (of: readonly Coverage[], what: 'areas' | 'people') =>
    of.reduce((sum, one) => sum + (sums[one]?.[what] ?? 0), 0)
  return {
    areas: rows.flatMap(({ isArea, sums: _sums, ...area }) => (isArea ? [area] : [])),
    total: over(asked, 'areas'),
    people: over(asked, 'people'),
    byCoverage: {
      covered: over(['covered'], 'people'),
      nearby: over(['nearby'], 'people'),
      none: over(['none'], 'people'),
    },
  }
}
