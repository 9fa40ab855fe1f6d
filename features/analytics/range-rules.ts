import { dayKeyIn, startOfDayKeyIn } from '@quaff/platform/shared/calendar'
import type { ReasonIn } from '@quaff/platform/shared/refusal'
import { analyticsLimits, type RangeWindow } from './range-contract'
import type { rangeRefusals } from './refusals'

const dayMs = 86_400_000

/** Calendar days `YYYY-MM-DD`, both ends included. */
export type DayRange = { from: string; to: string }

/** Days to come are cut off: nothing can be measured on them. */
export function decideRange(
  requested: DayRange,
  today: string,
): { ok: true; days: DayRange } | { ok: false; reason: ReasonIn<typeof rangeRefusals> } {
  if (requested.from > requested.to) return { ok: false, reason: 'RANGE_BACKWARDS' }
  if (requested.from > today) return { ok: false, reason: 'RANGE_IN_FUTURE' }
  if (requested.from < analyticsLimits.earliestDay) return { ok: false, reason: 'RANGE_TOO_EARLY' }
  const days = { from: requested.from, to: requested.to > today ? today : requested.to }
  if (countDays(days) > analyticsLimits.mostDays) return { ok: false, reason: 'RANGE_TOO_LONG' }
  return { ok: true, days }
}

/** Returns the same number of days, ending on the day before. */
export function previousDays(days: DayRange): DayRange {
  return { from: shiftDayKey(days.from, -countDays(days)), to: shiftDayKey(days.from, -1) }
}

/** The last `count` days, today last. */
export const lastDays = (today: string, count: number): DayRange => ({ from: shiftDayKey(today, 1 - count), to: today })

export function windowOf(zone: string, { from, to }: DayRange): RangeWindow {
  return { from: startOfDayKeyIn(zone, from), to: startOfDayKeyIn(zone, shiftDayKey(to, 1)) }
}

/** By the calendar only: a day that a zone skipped is counted and empty. */
export function shiftDayKey(day: string, days: number): string {
  return new Date(noonOf(day) + days * dayMs).toISOString().slice(0, 10)
}

export const countDays = ({ from, to }: DayRange) => Math.round((noonOf(to) - noonOf(from)) / dayMs) + 1

/** Parts of at most `partDays` days, oldest first, for what is read one by one. */
export function splitDays(days: DayRange, partDays: number = analyticsLimits.partDays): DayRange[] {
  return Array.from({ length: Math.ceil(countDays(days) / partDays) }, (_, index) => {
    const from = shiftDayKey(days.from, index * partDays)
    const to = shiftDayKey(from, partDays - 1)
    return { from, to: to < days.to ? to : days.to }
  })
}

export const todayIn = (zone: string, now: Date) => dayKeyIn(zone, now)

const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`)
