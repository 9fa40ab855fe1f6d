import { dayKeyIn, startOfDayKeyIn } from '@quaff/platform/shared/calendar'
import { analyticsLimits, type Measured } from './range-contract'
import { countDays, shiftDayKey, splitDays, type DayRange } from './range-rules'
import { usageLimits, type Cohort, type Drinks, type Heat } from './usage-contract'

const monthsPerYear = 12

export const isOnePart = (days: DayRange) => countDays(days) <= analyticsLimits.partDays

/** Calendar months, cut off at both ends of the range, oldest first. */
export function splitMonths({ from, to }: DayRange): DayRange[] {
  const parts: DayRange[] = []
  let start = from
  while (start <= to) {
    const next = firstDayOf(shiftMonth(start.slice(0, 7), 1))
    const last = shiftDayKey(next, -1)
    parts.push({ from: start, to: last < to ? last : to })
    start = next
  }
  return parts
}

/** A longer range is split into months, and each user counts once per month. Parts of other lengths would not compare. */
export const drinkParts = (days: DayRange) => (isOnePart(days) ? [days] : splitMonths(days))

/** The hours are counted already; only what is of one plan is read one by one. */
export const heatParts = (days: DayRange, planId: string | undefined) =>
  planId === undefined ? [days] : splitDays(days)

/** Neighbouring parts, in any order. Throws a RangeError without any. */
export function addDrinks(parts: readonly Drinks[]): Drinks {
  const people = new Map<number, number>()
  for (const { counts } of parts)
    for (const one of counts) people.set(one.drinks, (people.get(one.drinks) ?? 0) + one.people)
  return {
    counts: [...people]
      .map(([drinks, count]) => ({ drinks, people: count }))
      .sort((one, other) => one.drinks - other.drinks),
    withoutPerson: parts.reduce((sum, part) => sum + part.withoutPerson, 0),
    recordedSince: parts[0]?.recordedSince ?? null,
    ...spanOf(parts),
  }
}

/** Neighbouring parts, in any order. Throws a RangeError without any. */
export function addHeat(parts: readonly Heat[]): Heat {
  const measured = spanOf(parts)
  const [first, ...others] = parts
  const cells = (first?.cells ?? []).map((cell, index) =>
    others.reduce(
      (sum, part) => ({
        ...sum,
        count: sum.count + (part.cells[index]?.count ?? 0),
        quarters: sum.quarters + (part.cells[index]?.quarters ?? 0),
      }),
      cell,
    ),
  )
  return { cells, recordedSince: first?.recordedSince ?? null, ...measured }
}

/** Takes the age of the oldest part. */
function spanOf(parts: readonly Measured[]): Measured {
  const [first] = parts
  if (!first) throw new RangeError('No parts to add up.')
  const least = (times: readonly Date[]) => new Date(Math.min(...times.map((time) => time.getTime())))
  return {
    window: {
      from: least(parts.map(({ window }) => window.from)),
      to: new Date(Math.max(...parts.map(({ window }) => window.to.getTime()))),
    },
    timeZone: first.timeZone,
    measuredAt: least(parts.map(({ measuredAt }) => measuredAt)),
  }
}

export type DrinkBar = {
  from: number
  /** Null: and more. */
  to: number | null
  people: number
}

/** Steps of a bar's width that are easy to read. */
const widths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000] as const
/** Share of subscribers within the closed bars; the few heaviest share the open one. */
const closedShare = 0.99

/** First the bar of zero, then bars of equal width up to the closed share, then one for all above. */
export function drinkBars(counts: Drinks['counts']): DrinkBar[] {
  const most = counts.at(-1)?.drinks ?? 0
  const usual = usualMost(counts)
  const width = widths.find((one) => one * usageLimits.drinkBars >= usual) ?? Math.ceil(usual / usageLimits.drinkBars)
  const closed = Math.ceil(usual / width)
  const sum = (from: number, to: number) =>
    counts.reduce((people, one) => (one.drinks >= from && one.drinks <= to ? people + one.people : people), 0)
  const bars: DrinkBar[] = [{ from: 0, to: 0, people: sum(0, 0) }]
  for (let index = 0; index < closed; index += 1) {
    const from = index * width + 1
    const to = from + width - 1
    bars.push({ from, to, people: sum(from, to) })
  }
  const beyond = closed * width + 1
  if (most >= beyond) bars.push({ from: beyond, to: null, people: sum(beyond, most) })
  return bars
}

/** The smallest number of drinks that 99 % of those who drank at all do not exceed. */
function usualMost(counts: Drinks['counts']) {
  const drinkers = counts.filter(({ drinks }) => drinks > 0)
  const wanted = drinkers.reduce((sum, { people }) => sum + people, 0) * closedShare
  let seen = 0
  for (const { drinks, people } of drinkers) {
    seen += people
    if (seen >= wanted) return drinks
  }
  return 0
}

export type DrinkTotals = {
  people: number
  drinks: number
  none: number
  average: number | null
  median: number | null
}

/** Counts all users of the histogram, including those without a redemption. Returns null without users. */
export function drinkTotals(counts: Drinks['counts']): DrinkTotals {
  const people = counts.reduce((sum, one) => sum + one.people, 0)
  const drinks = counts.reduce((sum, one) => sum + one.drinks * one.people, 0)
  const none = counts.find((one) => one.drinks === 0)?.people ?? 0
  return { people, drinks, none, average: people === 0 ? null : drinks / people, median: medianOf(counts, people) }
}

function medianOf(counts: Drinks['counts'], people: number) {
  let seen = 0
  for (const one of counts) {
    seen += one.people
    if (seen * 2 >= people && people > 0) return one.drinks
  }
  return null
}

/** The last months, `YYYY-MM`, that which `now` falls in last. */
export function startMonths(zone: string, now: Date): string[] {
  const current = dayKeyIn(zone, now).slice(0, 7)
  return Array.from({ length: usageLimits.startMonths }, (_, index) =>
    shiftMonth(current, index + 1 - usageLimits.startMonths),
  )
}

export const startOfMonthKeyIn = (zone: string, month: string) => startOfDayKeyIn(zone, firstDayOf(month))

/** `endMonth`: which of the months it was canceled in, null while it runs. Both are positions in the list of months. */
export type StartGroup = { startMonth: number; endMonth: number | null; count: number }

/** A subscription that was canceled within its first month was running when that month began, and not when the next did. */
export function cohortTable(months: readonly string[], groups: readonly StartGroup[]): Cohort[] {
  return months.map((month, start) => {
    const own = groups.filter(({ startMonth }) => startMonth === start)
    const runningAt = (at: number) =>
      own.reduce((sum, { endMonth, count }) => (endMonth === null || endMonth >= at ? sum + count : sum), 0)
    const started = own.reduce((sum, { count }) => sum + count, 0)
    return {
      month,
      started,
      running: Array.from({ length: months.length - start }, (_, after) =>
        // An end before the start is a data error; the subscription still counts as started.
        after === 0 ? started : runningAt(start + after),
      ),
    }
  })
}

export function shiftMonth(month: string, by: number): string {
  const index = Number(month.slice(0, 4)) * monthsPerYear + Number(month.slice(5, 7)) - 1 + by
  const year = String(Math.floor(index / monthsPerYear)).padStart(4, '0')
  return `${year}-${String((index % monthsPerYear) + 1).padStart(2, '0')}`
}

const firstDayOf = (month: string) => `${month}-01`
