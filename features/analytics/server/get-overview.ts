import { countCompleted, findFirstHour } from '@quaff/features/redemptions/server'
import { findFirstDay } from '@quaff/features/subscriptions/server'
import { batchReads, type Context, dayKeyIn, isOnRecord, type Queryable, startOfDayKeyIn } from '@quaff/platform/server'
import type { Overview, OverviewInput } from '../overview-contract'
import {
  bucketSizeOf,
  bucketsOf,
  firstRecordedBucket,
  type LateSum,
  nothingLate,
  overviewFigures,
  slotStarts,
} from '../overview-rules'
import { analyticsLimits, type RangeWindow } from '../range-contract'
import { windowOf } from '../range-rules'
import { type OpenedRange, openRange } from './open-range'
import { findFirstOfPlan, sumDaySlots, sumPlanSlots, sumRedemptionSlots, sumRows } from './overview-store'

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
  const [recordedSince, sums, late, redemptions] = await batchReads(db, (one) =>
    Promise.all([
      readRecord(one, opened),
      planId === undefined ? sumDaySlots(one, scope, starts) : sumPlanSlots(one, scope, planId, instants),
      sumLate(one, opened, before),
      sumRedemptionSlots(one, scope, planId, instants),
    ]),
  )
  const isKnown = (since: Date | null) => compare && isOnRecord(timeZone, before, since)
  const redemptionsBefore = isKnown(recordedSince.redemptions)
    ? await batchReads(db, (one) => countDrinksBefore(one, opened, before))
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

/** Returns the start of each record. A plan's record starts no earlier than its first subscription. */
export async function readRecord(
  db: Queryable,
  { scope, planId, timeZone }: Pick<OpenedRange, 'scope' | 'planId' | 'timeZone'>,
): Promise<Overview['recordedSince']> {
  if (planId !== undefined) {
    const [redemptions, first] = await Promise.all([findFirstHour(db, scope), findFirstOfPlan(db, scope, planId)])
    return { subscriptions: first, redemptions: first && redemptions && first > redemptions ? first : redemptions }
  }
  const [redemptions, day] = await Promise.all([findFirstHour(db, scope), findFirstDay(db, scope)])
  return { subscriptions: day === null ? null : startOfDayKeyIn(timeZone, day), redemptions }
}

/** Completed ones of as much of the window before. */
async function countDrinksBefore(db: Queryable, { scope, planId, timeZone }: OpenedRange, before: RangeWindow) {
  if (planId === undefined) return countCompleted(db, scope, before, timeZone)
  const slots = await sumRedemptionSlots(db, scope, planId, [before.from, before.to])
  return slots.reduce((sum, { count }) => sum + count, 0)
}

/** Returns what the whole days of the previous window count too much while the range is running. */
export async function sumLate(
  db: Queryable,
  { scope, planId, window }: OpenedRange,
  before: RangeWindow,
): Promise<LateSum> {
  return before.to < window.from ? sumRows(db, scope, planId, { from: before.to, to: window.from }) : nothingLate
}
