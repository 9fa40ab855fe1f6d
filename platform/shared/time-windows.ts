import { tzOffset } from '@date-fns/tz'
import { isSameZone, shiftDaysIn, startOfDayIn } from './calendar'

/** `from` inclusive, `to` the first instant after. */
export type TimeWindow = { from: Date; to: Date }

/** A missing time is the epoch: what lies before this is no record. */
export const earliestRecord = new Date('2000-01-01T00:00:00Z')

/**
 * What a window of whole days of the zone is compared with: the same days `daysEarlier`. While its last day runs, only as
 * much of them as has passed by `now`: never a whole day against a part.
 */
export function comparedWindow(zone: string, window: TimeWindow, now: Date, daysEarlier: number): TimeWindow {
  const from = shiftDaysIn(zone, window.from, -daysEarlier)
  if (now >= window.to) return { from, to: shiftDaysIn(zone, window.to, -daysEarlier) }
  const passedMs = now.getTime() - startOfDayIn(zone, now).getTime()
  const to = Math.min(
    shiftDaysIn(zone, now, -daysEarlier).getTime() + passedMs,
    // The compared day may be an hour shorter than the one that runs.
    shiftDaysIn(zone, now, 1 - daysEarlier).getTime(),
  )
  return { from, to: new Date(to) }
}

/** Whether all of the window is on record: what began on its way is compared with nothing. A first day counts as whole. */
export function isOnRecord(zone: string, window: Pick<TimeWindow, 'from'>, recordedSince: Date | null): boolean {
  return recordedSince !== null && startOfDayIn(zone, recordedSince) <= window.from
}

const hourMinutes = 60

/** Twice a year from the first year that a stored time can have. */
const sampledYears = { from: 1970, to: 2040 } as const
const minutesPastHour = new Map<string, number | null>()

/** Minutes past the full hour UTC at which hours begin in `zone`; null where that has changed, as by a half-hour DST. */
function readMinutesPastHour(zone: string): number | null {
  const found = new Set<number>()
  for (let year: number = sampledYears.from; year <= sampledYears.to; year++)
    for (const month of [0, 6]) {
      const offset = tzOffset(zone, new Date(Date.UTC(year, month, 1)))
      found.add(((-offset % hourMinutes) + hourMinutes) % hourMinutes)
    }
  const [first] = found
  return found.size === 1 && first !== undefined ? first : null
}

function minutesOf(zone: string): number | null {
  const known = minutesPastHour.get(zone)
  if (known !== undefined) return known
  const read = readMinutesPastHour(zone)
  minutesPastHour.set(zone, read)
  return read
}

/** Whether hours have always begun at the same moments in both zones. */
export function hasSameHours(one: string, other: string): boolean {
  if (isSameZone(one, other)) return true
  const minutes = minutesOf(one)
  return minutes !== null && minutes === minutesOf(other)
}
