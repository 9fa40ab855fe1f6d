import type { Context } from '@quaff/platform/server/context'
import { askTogether } from '@quaff/platform/server/reading/ask-together'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { isOnRecord } from '@quaff/platform/shared/windows/comparison'
import type { Overview, OverviewInput } from '../overview/contract'
import { bucketsOf, bucketSizeOf, firstRecordedBucket, overviewFigures, slotStarts } from '../overview/rules'
import { analyticsLimits } from '../range/contract'
import { windowOf } from '../range/rules'
import { openRange, type OpenedRange } from './open-range'
import { sumDaySlots, sumPlanSlots, sumRedemptionSlots } from './overview-store'
import { countDrinksBefore, readRecord, sumLate } from './read-before'

/** From counters, at most `liveMaxAgeMs` old. */
export async function getOverview(ctx: Context, input: OverviewInput): Promise<Overview> {
  const opened = await openRange(ctx, input)
  return opened.once(
    ['overview', String(input.compare)],
    () => readOverview(ctx, opened, input.compare),
    analyticsLimits.liveMaxAgeMs,
  )
}

async function readOverview({ db }: Context, opened: OpenedRange, compare: boolean): Promise<Overview> {
  const { scope, planId, days, previous, window, timeZone } = opened
  const { measuredAt } = opened.measured
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
      {
        buckets: buckets.length,
        compare,
        recordedFrom: firstRecordedBucket(
          buckets,
          recordedSince.redemptions && dayKeyIn(timeZone, recordedSince.redemptions),
        ),
      },
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
