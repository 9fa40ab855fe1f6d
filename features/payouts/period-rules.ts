import { dayKeyIn, shiftDaysIn, startOfMonthIn } from '@quaff/platform/shared/calendar'
import type { Period } from './period-contract'

/** `end` is exclusive. */
export type PeriodRange = { period: Period; start: Date; end: Date }

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Returns the month of `at` in `zone` (IANA). */
export function periodAt(zone: string, at: Date): PeriodRange {
  const start = startOfMonthIn(zone, at)
  // Every month is shorter than 35 days, and any two are longer.
  const end = startOfMonthIn(zone, shiftDaysIn(zone, start, 35))
  return { period: dayKeyIn(zone, start).slice(0, 7), start, end }
}

/** Returns the local month, also if its first midnight is skipped or repeated. */
export function rangeOfPeriod(zone: string, period: Period): PeriodRange {
  const { year, month } = partsOf(period)
  return periodAt(zone, new Date(Date.UTC(year, month - 1, 15)))
}

/** `months` may be negative. */
export function shiftPeriod(period: Period, months: number): Period {
  const { year, month } = partsOf(period)
  const count = year * 12 + (month - 1) + months
  return textOf(Math.floor(count / 12), (count % 12) + 1)
}

/** "October 2026" */
export function periodName(period: Period): string {
  const { year, month } = partsOf(period)
  return `${monthNames[month - 1]} ${year}`
}

export function hasEnded({ end }: Pick<PeriodRange, 'end'>, now: Date): boolean {
  return end <= now
}

/** Returns ended months, newest first. */
export function listEndedPeriods(zone: string, now: Date, count: number): PeriodRange[] {
  const running = periodAt(zone, now).period
  return Array.from({ length: count }, (_, index) => rangeOfPeriod(zone, shiftPeriod(running, -1 - index)))
}

function partsOf(period: Period): { year: number; month: number } {
  return { year: Number(period.slice(0, 4)), month: Number(period.slice(5, 7)) }
}

const textOf = (year: number, month: number) => `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
