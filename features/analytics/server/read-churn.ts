import { countScheduled } from '@quaff/features/subscriptions/server'
import { batchReads, type Context, isOnRecord, type Queryable } from '@quaff/platform/server'
import type { Churn, ChurnBucket, StartDates } from '../economics-contract'
import {
  churnBuckets,
  churnOf,
  churnSpans,
  cumulated,
  hasEqualSteps,
  movementsOfDays,
  movementsOfPlan,
  startDatePoints,
} from '../economics-rules'
import type { AnalyticsInput } from '../range-contract'
import { type DayRange, shiftDayKey, windowOf } from '../range-rules'
import { readRecord, sumLate } from './get-overview'
import { countPlanCancellations, countPlanStarts, sumDays } from './movement-store'
import { type OpenedRange, openRange } from './open-range'

export async function getChurn(ctx: Context, input: AnalyticsInput): Promise<Churn> {
  const opened = await openRange(ctx, input)
  const { measured } = opened
  const [spansBefore, ownSpans] = [churnSpans(opened.previous.days), churnSpans(opened.days)]
  const spans = [...spansBefore, ...ownSpans]
  const compared = opened.previous.window(measured.measuredAt)
  const [read, { subscriptions: recordedSince }, late, scheduled] = await batchReads(ctx.db, (db) =>
    Promise.all([
      readMovements(db, opened, spans),
      readRecord(db, opened),
      sumLate(db, opened, compared),
      countScheduled(db, opened.scope, opened.planId),
    ]),
  )
  const all = churnBuckets(spans, read)
  const [earlier, buckets] = [all.slice(0, spansBefore.length), all.slice(spansBefore.length)]
  const isKnown = isOnRecord(opened.timeZone, compared, recordedSince)
  const activeBefore = earlier.at(-1)?.active ?? 0
  return {
    buckets,
    earlier: isKnown && hasEqualSteps(opened.days) ? earlier : [],
    total: churnOf(opened.days, canceledIn(buckets), read.activeAtEnd),
    previous: isKnown ? churnOf(opened.previous.days, canceledIn(earlier) - late.canceled, activeBefore) : null,
    recordedSince,
    scheduled,
    ...measured,
  }
}

const canceledIn = (buckets: readonly ChurnBucket[]) => buckets.reduce((sum, { canceled }) => sum + canceled, 0)

/** `spans` follow each other without a gap. */
async function readMovements(db: Queryable, { scope, planId, timeZone }: OpenedRange, spans: readonly DayRange[]) {
  const days = [...spans.map(({ from }) => from), ...spans.slice(-1).map(({ to }) => shiftDayKey(to, 1))]
  if (planId === undefined) return movementsOfDays(spans.length, await sumDays(db, scope, days))
  const instants = days.map((day) => windowOf(timeZone, { from: day, to: day }).from)
  const [starts, cancellations] = await Promise.all([
    countPlanStarts(db, scope, planId, instants),
    countPlanCancellations(db, scope, planId, instants),
  ])
  return movementsOfPlan(spans.length, starts, cancellations)
}

/** G28 over the range. */
export async function getStartDates(ctx: Context, input: AnalyticsInput): Promise<StartDates> {
  const opened = await openRange(ctx, input)
  const { measured } = opened
  const { days, stepDays } = startDatePoints(opened.days)
  const counts = cumulated(days.length, await countCreated(ctx, opened, days))
  return { points: days.map((date, index) => ({ date, count: counts[index] ?? 0 })), stepDays, ...measured }
}

/** Counts the currently active ones; a point counts whole days. */
async function countCreated(ctx: Context, { scope, planId, timeZone }: OpenedRange, days: readonly string[]) {
  const dayAfter = days.map((day) => shiftDayKey(day, 1))
  if (planId === undefined) {
    const sums = await sumDays(ctx.db, scope, dayAfter)
    return sums.map(({ bucket, created }) => ({ bucket, count: created }))
  }
  const instants = dayAfter.map((day) => windowOf(timeZone, { from: day, to: day }).from)
  const starts = await countPlanStarts(ctx.db, scope, planId, instants)
  return starts.map(({ bucket, active }) => ({ bucket, count: active }))
}
