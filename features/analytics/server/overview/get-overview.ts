import type { Context } from '@quaff/platform/server/context'
import { askTogether } from '@quaff/platform/server/reading/ask-together'
import { isOnRecord } from '@quaff/platform/shared/windows/comparison'
import type { Overview, OverviewInput } from '../../overview/contract'
import { bucketsOf, bucketSizeOf, overviewFigures, slotStarts } from '../../overview/rules'
import { windowOf } from '../../range/rules'
import { openRange, type OpenedRange } from '../range/open-range'
import { freshCounters } from '../snapshots/read-snapshot'
import { sumDaySlots, sumPlanSlots, sumRedemptionSlots } from './overview-store'
import { countDrinksBefore, readRecord, sumLate } from './read-before'

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
  opened: OpenedRange,
  compare: boolean,
  measuredAt: Date,
): Promise<Overview> {
  const { scope, planId, days, previous, window, timeZone } = opened
  const before = previous.window(measuredAt)
  const buckets = bucketsOf(days)
  const starts = slotStarts(days, previous.days)
  const instants = starts.map((day) => windowOf(timeZone, { from: day, to: day }).from)
  const [recordedSince, sums, late, redemptions] = await askTogether(db, (one) =>
    Promise.all([
      readRecord(one, opened),
      planId === undefined ? sumDaySlots(one, scope, starts) : sumPlanSlots(one, scope, planId, instants),
      sumLate(one, opened, before),
      sumRedemptionSlots(one, scope, planId, instants),
    ]),
  )
  const isKnown = (since: Date | null) => compare && isOnRecord(timeZone, before, since)
  const redemptionsBefore = isKnown(recordedSince.redemptions)
    ? await askTogether(db, (one) => countDrinksBefore(one, opened, before))
    : null
  return {
    ...overviewFigures(
      { sums, late, redemptions, redemptionsBefore, isBeforeKnown: isKnown(recordedSince.subscriptions) },
      { buckets: buckets.length, compare },
    ),
    bucketSize: bucketSizeOf(days),
    buckets,
    isEstimated: planId !== undefined,
    previousWindow: compare ? before : null,
    recordedSince,
    window,
    timeZone,
    measuredAt,
  }
}
