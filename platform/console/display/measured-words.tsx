import { startOfDayIn } from '../../shared/calendar'
import type { HourCycle } from '../theme/use-preferences'
import { formatDate, formatDateRange } from './date-time'

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

/** Returns the days of a window in its zone, with the zone if it isn't the reader's: "Oct 23 – Nov 21 · Asia/Kathmandu". */
export function windowText({ window: { from, to }, timeZone }: Pick<Measured, 'window' | 'timeZone'>): string {
  return joinNotes(rangeText(from, to, timeZone), zoneNote(timeZone))
}

/** The day that begins with `to` is not in it. */
export function rangeText(from: Date, to: Date, timeZone: string): string {
  const last = new Date(Math.max(from.getTime(), to.getTime() - 1))
  return formatDateRange(from, last, { timeZone })
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

/** Returns the zone's name if it isn't the reader's own zone; otherwise undefined. */
export function zoneNote(timeZone: string): string | undefined {
  return canonicalZone(timeZone) === canonicalZone() ? undefined : zoneText(timeZone)
}

/** Returns " (Asia/Kathmandu)" if the zone isn't the reader's own; otherwise an empty string. */
export function inZone(timeZone: string): string {
  const zone = zoneNote(timeZone)
  return zone ? ` (${zone})` : ''
}

const zoneNames = new Map<string | undefined, string>()

/** Creating a format is slow, and each row of a list may name its zone. */
function canonicalZone(timeZone?: string): string {
  const name = zoneNames.get(timeZone) ?? new Intl.DateTimeFormat(undefined, { timeZone }).resolvedOptions().timeZone
  zoneNames.set(timeZone, name)
  return name
}

/** Returns "Times in Asia/Kathmandu" if that isn't the reader's own zone; otherwise undefined. */
export function timesIn(timeZone: string): string | undefined {
  const zone = zoneNote(timeZone)
  return zone && `Times in ${zone}`
}

export function ZoneCaption({ timeZone }: { timeZone: string }) {
  const text = timesIn(timeZone)
  return text && <span className="q-caption">{text}</span>
}

/** Joins the notes of a caption with middle dots and skips missing ones. */
export const joinNotes = (...notes: readonly (string | false | undefined)[]): string =>
  notes.filter(Boolean).join(' · ')

/** "As of 14:03", on the same clock as the window. */
export function freshnessText({ measuredAt, timeZone }: Measured, hourCycle: HourCycle): string {
  return `As of ${formatDate(measuredAt, 'time', { timeZone, hourCycle })}`
}
