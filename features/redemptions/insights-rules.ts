import { dayNames, hourOfDayIn, shiftDaysIn, startOfDayIn } from '@quaff/platform/shared/calendar'
import { comparedWindow } from '@quaff/platform/shared/time-windows'
import {
  insightLimits,
  type HeatCell,
  type InsightRange,
  type InsightWindow,
  type LocationShare,
} from './insights-contract'

const quarterMs = 900_000
const hourMs = 3_600_000
const dayMs = 86_400_000
const hoursPerDay = 24
const daysPerWeek = 7
const quartersPerHour = 4

/**
 * Returns `days` calendar days of the zone that end now, and the same part of the `days` before them. A partial day is
 * never compared with a whole one.
 */
export function insightWindows(
  zone: string,
  now: Date,
  days: InsightRange | typeof insightLimits.heavyDays,
): { window: InsightWindow; previous: InsightWindow } {
  const from = shiftDaysIn(zone, now, 1 - days)
  const wholeDays = { from, to: shiftDaysIn(zone, now, 1) }
  return { window: { from, to: now }, previous: comparedWindow(zone, wholeDays, now, days) }
}

/** Returns the part of a window that averages use: from the day of the first record. */
export function recordedPart(zone: string, { from, to }: InsightWindow, recordedSince: Date | null): InsightWindow {
  const since = recordedSince === null ? from : startOfDayIn(zone, recordedSince)
  return { from: since > from ? since : from, to }
}

/** `quarter` counts quarters of an hour since the epoch, the finest step of zone offsets. */
export type QuarterCount = { quarter: number; count: number }

/**
 * Counts redemptions by local weekday and hour, with the occurrences of each hour, which differ when clocks change.
 * Returns all 168 cells, Monday 00:00 first.
 */
export function heatCells(zone: string, { from, to }: InsightWindow, counts: readonly QuarterCount[]): HeatCell[] {
  const cells: HeatCell[] = Array.from({ length: daysPerWeek * hoursPerDay }, (_, index) => ({
    weekday: Math.floor(index / hoursPerDay),
    hour: index % hoursPerDay,
    count: 0,
    quarters: 0,
  }))
  const byQuarter = new Map(counts.map(({ quarter, count }) => [quarter, count]))
  // The current quarter counts, even in its first moment.
  const last = Math.floor(to.getTime() / quarterMs) + 1
  for (const day of localDays(zone, from, to)) {
    const end = Math.min(day.end / quarterMs, last)
    for (let quarter = day.start / quarterMs; quarter < end; quarter += 1) {
      const cell = cells[day.weekday * hoursPerDay + day.hourOf(quarter)]
      if (!cell) continue
      cell.quarters += 1
      cell.count += byQuarter.get(quarter) ?? 0
    }
  }
  return cells
}

/**
 * Returns true if clocks changed by whole hours only, so that counter hours are local hours. No zone changes by a part
 * of an hour twice within the longest window.
 */
export function hasWholeHours(zone: string, { from, to }: InsightWindow): boolean {
  return (shiftDaysIn(zone, to, 1).getTime() - startOfDayIn(zone, from).getTime()) % hourMs === 0
}

/** Returns the first quarter of a counter hour. */
export const quarterOfHour = (hour: Date) => hour.getTime() / quarterMs

type LocalDay = { start: number; end: number; weekday: number; hourOf: (quarter: number) => number }

function localDays(zone: string, from: Date, to: Date) {
  const days: LocalDay[] = []
  let start = startOfDayIn(zone, from)
  const firstWeekday = weekdayIn(zone, start)
  while (start <= to) {
    const end = shiftDaysIn(zone, start, 1)
    const startMs = start.getTime()
    // Only days with a clock change need the slow conversion per hour.
    const isWhole = end.getTime() - startMs === dayMs
    days.push({
      start: startMs,
      end: end.getTime(),
      weekday: (firstWeekday + days.length) % daysPerWeek,
      hourOf: (quarter) =>
        isWhole
          ? Math.floor((quarter * quarterMs - startMs) / hourMs)
          : hourOfDayIn(zone, new Date(quarter * quarterMs)),
    })
    start = end
  }
  return days
}

const weekdayNames: string[] = Object.values(dayNames)
const weekdayIn = (zone: string, at: Date) =>
  weekdayNames.indexOf(new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short' }).format(at))

/** Returns redemptions per occurrence of the hour, or null before its first occurrence. */
export function averagePerHour({ count, quarters }: HeatCell): number | null {
  return quarters === 0 ? null : (count * quartersPerHour) / quarters
}

export type PlaceCount = { locationId: string | null; count: number; previousCount: number }

/** Sorts by count, then by name. Redemptions at unknown locations form one row, if there are any. */
export function locationShares(
  locations: readonly { id: string; name: string }[],
  counts: readonly PlaceCount[],
  isBeforeKnown = true,
): LocationShare[] {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const known = new Set(locations.map(({ id }) => id))
  const sumWhere = (isWanted: (count: PlaceCount) => boolean) =>
    counts
      .filter(isWanted)
      .reduce((sum, one) => ({ now: sum.now + one.count, before: sum.before + one.previousCount }), {
        now: 0,
        before: 0,
      })
  const elsewhere = sumWhere(({ locationId }) => locationId === null || !known.has(locationId))
  const rows = locations.map(({ id, name }) => ({
    locationId: id,
    name: name.trim() || 'Unknown Location',
    ...sumWhere(({ locationId }) => locationId === id),
  }))
  const unknown = { locationId: null, name: 'Unknown Location', ...elsewhere }
  return [...rows, ...(elsewhere.now + elsewhere.before > 0 ? [unknown] : [])]
    .map(({ now, before, ...place }) => ({
      ...place,
      count: now,
      sharePercent: total === 0 ? 0 : (now / total) * 100,
      previousCount: isBeforeKnown ? before : null,
      changePercent: isBeforeKnown ? changePercent(now, before) : null,
    }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
}

/** Returns null if there was nothing before, because no percentage is defined. */
export function changePercent(now: number, before: number): number | null {
  return before === 0 ? null : ((now - before) / before) * 100
}

/** A pass younger than the window is not idle yet. One of unknown age can be. */
export const idleCutoff = (now: Date) => new Date(now.getTime() - insightLimits.idleDays * dayMs)

/** Counts the times, in any order, that follow another one within `quickGapMs`. */
export function countQuickGaps(moments: readonly Date[]): number {
  const sorted = moments.map((moment) => moment.getTime()).sort((one, other) => one - other)
  return sorted.filter((at, index) => at - (sorted[index - 1] ?? Number.NEGATIVE_INFINITY) < insightLimits.quickGapMs)
    .length
}

/** One quick gap is normal: a drink for a friend or a second scan. Several need a review. */
export const isFlagged = (quickGaps: number) => quickGaps >= insightLimits.repeatedQuickGaps

/** Rounds to one decimal. */
export const drinksPerDay = (drinks: number, days: number) => Math.round((drinks / days) * 10) / 10
