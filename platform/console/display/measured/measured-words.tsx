import { startOfDayIn } from '@quaff/platform/shared/calendar'
import type { HourCycle } from '../../theme/use-preferences'
import { formatDate } from '../date-time'

/** Which time figures are of, on whose calendar, and when they were read. `to` is exclusive, or the moment of reading. */
export interface Measured {
  window: { from: Date; to: Date }
  timeZone: string
  measuredAt: Date
}

/** As a query answers; what is put together from several says the same of itself. */
export interface MeasuredQuery<T> {
  data: T | undefined
  isPending: boolean
  isError: boolean
  isRefetchError: boolean
  isFetching: boolean
  /** Of what was asked before. */
  isPlaceholderData: boolean
  refetch: () => unknown
}

/** "23 Oct – 21 Nov 2026, Asia/Kathmandu": days as they are written on that zone's calendar. */
export function windowText({ window: { from, to }, timeZone }: Measured): string {
  return `${rangeText(from, to, timeZone)}, ${zoneText(timeZone)}`
}

/** The day that begins with `to` is not in it. */
export function rangeText(from: Date, to: Date, timeZone: string): string {
  const last = new Date(Math.max(from.getTime(), to.getTime() - 1))
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone }).formatRange(from, last)
}

/** "23 Sep – 22 Oct 2026, until 20:18": a compared window that was cut says where. */
export function comparedText({ from, to }: Measured['window'], timeZone: string, hourCycle: HourCycle): string {
  const days = rangeText(from, to, timeZone)
  if (startOfDayIn(timeZone, to).getTime() === to.getTime()) return days
  return `${days}, until ${formatDate(to, 'time', { timeZone, hourCycle })}`
}

/** "on record since 21 Nov 2026": why nothing is compared with the time before. */
export function unrecordedText(since: Date | null, timeZone: string): string {
  return since === null ? 'nothing on record yet' : `on record since ${formatDate(since, 'date', { timeZone })}`
}

export const zoneText = (timeZone: string) => timeZone.replaceAll('_', ' ')

/** "As of 14:03", on the same clock as the window. */
export function freshnessText({ measuredAt, timeZone }: Measured, hourCycle: HourCycle): string {
  return `As of ${formatDate(measuredAt, 'time', { timeZone, hourCycle })}`
}
