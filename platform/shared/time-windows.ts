import { tzOffset } from '@date-fns/tz'
import { isSameZone, shiftDaysIn, startOfDayIn } from './calendar'

/** `from` is inclusive, `to` exclusive. */
export type TimeWindow = { from: Date; to: Date }

/** A missing time is stored as the epoch, so earlier times are not real records. */
export const earliestRecord = new Date('2000-01-01T00:00:00Z')

/**
 * Returns the comparison window for whole days of the zone: the same days `daysEarlier`. While the last day runs, it
 * ends at the same time of day as `now`.
 */
export function comparedWindow(zone: string, window: TimeWindow, now: Date, daysEarlier: number): TimeWindow {
  const from = shiftDaysIn(zone, window.from, -daysEarlier)
  if (now >= window.to) return { from, to: shiftDaysIn(zone, window.to, -daysEarlier) }
  const passedMs = now.getTime() - startOfDayIn(zone, now).getTime()
  const to = Math.min(
    shiftDaysIn(zone, now, -daysEarlier).getTime() + passedMs,
    // The compared day may be an hour shorter than the current one.
    shiftDaysIn(zone, now, 1 - daysEarlier).getTime(),
  )
  return { from, to: new Date(to) }
}

/** Returns true if the whole window was recorded; a partial window is not compared. A first day counts as whole. */
export function isOnRecord(zone: string, window: Pick<TimeWindow, 'from'>, recordedSince: Date | null): boolean {
  return recordedSince !== null && startOfDayIn(zone, recordedSince) <= window.from
}

const hourMinutes = 60

/** Offsets are sampled twice a year, from the first year that a stored time can have. */
const sampledYears = { from: 1970, to: 2040 } as const
const minutesPastHour = new Map<string, number | null>()

/**
 * Returns the minutes past the full UTC hour at which hours begin in `zone`. Null if that has changed, for example by a
 * half-hour DST.
 */
function readMinutesPastHour(zone: string) {
  const found = new Set<number>()
  for (let year: number = sampledYears.from; year <= sampledYears.to; year++)
    for (const month of [0, 6]) {
      const offset = tzOffset(zone, new Date(Date.UTC(year, month, 1)))
      found.add(((-offset % hourMinutes) + hourMinutes) % hourMinutes)
    }
  const [first] = found
  return found.size === 1 && first !== undefined ? first : null
}

function minutesOf(zone: string) {
  const known = minutesPastHour.get(zone)
  if (known !== undefined) return known
  const read = readMinutesPastHour(zone)
  minutesPastHour.set(zone, read)
  return read
}

/** Returns true if hours have always begun at the same instants in both zones. */
export function hasSameHours(one: string, other: string): boolean {
  if (isSameZone(one, other)) return true
  const minutes = minutesOf(one)
  return minutes !== null && minutes === minutesOf(other)
}
