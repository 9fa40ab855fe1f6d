import { shiftDaysIn, startOfDayIn } from './calendar'

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
