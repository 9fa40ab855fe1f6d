import type { Context } from '@quaff/platform/server/context'
import type { StartDates } from '../economics/contract'
import { cumulated, startDatePoints } from '../economics/rules'
import type { AnalyticsInput } from '../range/contract'
import { shiftDayKey, windowOf } from '../range/rules'
import { countPlanStarts, sumDays } from './movement-store'
import { openRange, type OpenedRange } from './open-range'

/** G28 over the range. */
export async function getStartDates(ctx: Context, input: AnalyticsInput): Promise<StartDates> {
  const opened = await openRange(ctx, input)
  const { measured } = opened
  const { days, stepDays } = startDatePoints(opened.days)
  const counts = cumulated(days.length, await countCreated(ctx, opened, days))
  return { points: days.map((date, index) => ({ date, count: counts[index] ?? 0 })), stepDays, ...measured }
}

/** Of what is active now; a point counts whole days. */
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
