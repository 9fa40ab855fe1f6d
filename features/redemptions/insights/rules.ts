import { dayNames, hourOfDayIn, shiftDaysIn, startOfDayIn } from '@quaff/platform/shared/calendar'
import { comparedWindow } from '@quaff/platform/shared/time-windows'
import { insightLimits, type HeatCell, type InsightRange, type InsightWindow, type LocationShare } from './contract'

const quarterMs = 900_000
const hourMs = 3_600_000
const dayMs = 86_400_000
const hoursPerDay = 24
const daysPerWeek = 7
const quartersPerHour = 4

/** `days` calendar days of the zone that end now, and as much of the `days` before them: never a whole day against a part. */
export function insightWindows(
  zone: string,
  now: Date,
  days: InsightRange | typeof insightLimits.heavyDays,
): { window: InsightWindow; previous: InsightWindow } {
  const from = shiftDaysIn(zone, now, 1 - days)
  const wholeDays = { from, to: shiftDaysIn(zone, now, 1) }
  return { window: { from, to: now }, previous: comparedWindow(zone, wholeDays, now, days) }
}

/** The part of a window that averages are made of: from the day of the first record on. */
export function recordedPart(zone: string, { from, to }: InsightWindow, recordedSince: Date | null): InsightWindow {
  const since = recordedSince === null ? from : startOfDayIn(zone, recordedSince)
  return { from: since > from ? since : from, to }
}

/** `quarter`: quarters of an hour since the epoch, the finest step between the clocks of two zones. */
export type QuarterCount = { quarter: number; count: number }

/**
 * Redemptions by weekday and hour of the zone's own clocks, with how often each hour took place: an hour that was left
 * out in spring took place one time less, one that was repeated in autumn once more. All 168 cells, Monday 00:00 first.
 */
export function heatCells(zone: string, { from, to }: InsightWindow, counts: readonly QuarterCount[]): HeatCell[] {
  const cells: HeatCell[] = Array.from({ length: daysPerWeek * hoursPerDay }, (_, index) => ({
    weekday: Math.floor(index / hoursPerDay),
    hour: index % hoursPerDay,
    count: 0,
    quarters: 0,
  }))
  const byQuarter = new Map(counts.map(({ quarter, count }) => [quarter, count]))
  // The quarter that runs counts, even in its first moment.
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
 * Clocks moved by whole hours only, if at all: then each hour of the counters is one hour on the wall. Nowhere do they
 * move by a part of an hour twice within the longest window.
 */
export function hasWholeHours(zone: string, { from, to }: InsightWindow): boolean {
  return (shiftDaysIn(zone, to, 1).getTime() - startOfDayIn(zone, from).getTime()) % hourMs === 0
}

/** An hour of the counters as the first of its quarters. */
export const quarterOfHour = (hour: Date) => hour.getTime() / quarterMs

type LocalDay = { start: number; end: number; weekday: number; hourOf: (quarter: number) => number }

function localDays(zone: string, from: Date, to: Date): LocalDay[] {
  const days: LocalDay[] = []
  let start = startOfDayIn(zone, from)
  const firstWeekday = weekdayIn(zone, start)
  while (start <= to) {
    const end = shiftDaysIn(zone, start, 1)
    const startMs = start.getTime()
    // Only days on which the clocks were changed need the slow question for each hour.
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

/** Redemptions per time that the hour took place; null where it did not yet. */
export function averagePerHour({ count, quarters }: HeatCell): number | null {
  return quarters === 0 ? null : (count * quartersPerHour) / quarters
}

export type PlaceCount = { locationId: string | null; count: number; previousCount: number }

/** Busiest first, then by name; what happened at no known location is one row of its own, and only where there is any. */
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

/** Null where there was nothing before: no percentage leads from nothing to something. */
export function changePercent(now: number, before: number): number | null {
  return before === 0 ? null : ((now - before) / before) * 100
}

export type IdleFacts = {
  /** The epoch where it is missing. */
  createdAt: Date
  lastRedeemedAt: Date | null
}

/** A pass that is younger than the window has had no chance yet; one of unknown age has. */
export function isIdle({ createdAt, lastRedeemedAt }: IdleFacts, now: Date): boolean {
  const cutoff = idleCutoff(now)
  return createdAt <= cutoff && (lastRedeemedAt === null || lastRedeemedAt <= cutoff)
}

export const idleCutoff = (now: Date) => new Date(now.getTime() - insightLimits.idleDays * dayMs)

export type DrinkFacts = { subscriptionId: string | null; userId: string | null }

/** A drink belongs to the pass that it names; one that names none, to every pass of the person. */
export function isDrinkOf(drink: DrinkFacts, pass: { id: string; userId: string | null }): boolean {
  if (drink.subscriptionId !== null) return drink.subscriptionId === pass.id
  return drink.userId !== null && drink.userId === pass.userId
}

/** How many of the moments, in any order, follow another one sooner than `quickGapMs`. */
export function countQuickGaps(moments: readonly Date[]): number {
  const sorted = moments.map((moment) => moment.getTime()).sort((one, other) => one - other)
  return sorted.filter((at, index) => at - (sorted[index - 1] ?? Number.NEGATIVE_INFINITY) < insightLimits.quickGapMs)
    .length
}

/** One quick gap happens: a drink for a friend, a second scan. Several want a look. */
export const isFlagged = (quickGaps: number) => quickGaps >= insightLimits.repeatedQuickGaps

/** To one decimal. */
export const drinksPerDay = (drinks: number, days: number) => Math.round((drinks / days) * 10) / 10
