import type { Context } from '@quaff/platform/server/context'
import { isOnRecord } from '@quaff/platform/shared/windows/comparison'
import type { Churn } from '../../economics/contract'
import {
  churnBuckets,
  churnOf,
  churnSpans,
  movementsOfDays,
  movementsOfPlan,
  type Movements,
} from '../../economics/rules'
import type { AnalyticsInput } from '../../range/contract'
import { shiftDayKey, windowOf, type DayRange } from '../../range/rules'
import { readRecord, sumLate } from '../overview/read-before'
import { openRange, type OpenedRange } from '../range/open-range'
import { measureDays } from './measure-days'
import { countPlanCancellations, countPlanStarts, sumDays } from './movement-store'

/** From the daily counters; of one plan from its rows. */
export async function getChurn(ctx: Context, input: AnalyticsInput): Promise<Churn> {
  const opened = await openRange(ctx, input)
  const measured = await measureDays(ctx, opened)
  const spans = [opened.previous.days, ...churnSpans(opened.days)]
  const read = await readMovements(ctx, opened, spans)
  const [before, ...buckets] = churnBuckets(spans, read)
  const compared = opened.previous.window(measured.measuredAt)
  const [{ subscriptions: recordedSince }, late] = await Promise.all([
    readRecord(ctx.db, opened),
    sumLate(ctx.db, opened, compared),
  ])
  const isKnown = isOnRecord(opened.timeZone, compared, recordedSince)
  const canceled = buckets.reduce((sum, bucket) => sum + bucket.canceled, 0)
  return {
    buckets,
    total: churnOf(opened.days, canceled, read.activeAtEnd),
    previous: before && isKnown ? churnOf(before, before.canceled - late.canceled, before.active) : null,
    recordedSince,
    ...measured,
  }
}

/** `spans` follow each other without a gap. */
async function readMovements(
  ctx: Context,
  { scope, planId, timeZone }: OpenedRange,
  spans: readonly DayRange[],
): Promise<Movements> {
  const days = [...spans.map(({ from }) => from), ...spans.slice(-1).map(({ to }) => shiftDayKey(to, 1))]
  if (planId === undefined) return movementsOfDays(spans.length, await sumDays(ctx.db, scope, days))
  const instants = days.map((day) => windowOf(timeZone, { from: day, to: day }).from)
  const [starts, cancellations] = await Promise.all([
    countPlanStarts(ctx.db, scope, planId, instants),
    countPlanCancellations(ctx.db, scope, planId, instants),
  ])
  return movementsOfPlan(spans.length, starts, cancellations)
}
