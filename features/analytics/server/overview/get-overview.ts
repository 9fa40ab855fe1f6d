import type { Context } from '@quaff/platform/server/context'
import type { Overview, OverviewInput } from '../../overview/contract'
import { bucketsOf, bucketSizeOf, overviewFigures, slotStarts } from '../../overview/rules'
import { windowOf } from '../../range/rules'
import { openRange, type OpenedRange } from '../range/open-range'
import { freshCounters } from '../snapshots/read-snapshot'
import { hasHoursBefore, sumDaySlots, sumPlanSlots, sumRedemptionSlots } from './overview-store'

/**
 * All merchants as their counters were added up last, at most 15 minutes ago; fewer, or a plan, as they were read in the
 * last five minutes.
 */
export async function getOverview(ctx: Context, input: OverviewInput): Promise<Overview> {
  const opened = await openRange(ctx, input)
  const { scope, once } = opened
  if (scope.all) {
    const measuredAt = await freshCounters(ctx)
    return once(['overview', String(input.compare), measuredAt.toISOString()], () =>
      readOverview(ctx, opened, input.compare, measuredAt),
    )
  }
  return once(['overview', String(input.compare)], () =>
    readOverview(ctx, opened, input.compare, opened.measured.measuredAt),
  )
}

async function readOverview(
  { db }: Context,
  { scope, planId, days, previous, window, timeZone }: OpenedRange,
  compare: boolean,
  measuredAt: Date,
): Promise<Overview> {
  const buckets = bucketsOf(days)
  const starts = slotStarts(days, previous.days)
  const instants = starts.map((day) => windowOf(timeZone, { from: day, to: day }).from)
  const [sums, redemptions, hadRedemptionsBefore] = await Promise.all([
    planId === undefined ? sumDaySlots(db, scope, starts) : sumPlanSlots(db, scope, planId, instants),
    sumRedemptionSlots(db, scope, planId, instants),
    hasHoursBefore(db, scope, window.from),
  ])
  return {
    ...overviewFigures({ sums, redemptions, hadRedemptionsBefore }, { buckets: buckets.length, compare }),
    ...{ bucketSize: bucketSizeOf(days), buckets, isEstimated: planId !== undefined },
    previousWindow: compare ? previous.window : null,
    ...{ window, timeZone, measuredAt },
  }
}
