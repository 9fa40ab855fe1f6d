import { churnRatePercent } from '@quaff/features/subscriptions/churn-rules'
import { averageSubscriptionValue, sumByCurrency } from '@quaff/features/subscriptions/rules'
import { bucketLimits, type BucketSize, type CountFigure, type MoneyFigure, type Overview } from './overview-contract'
import { countDays, shiftDayKey, type DayRange } from './range-rules'

/**
 * Daily counters (or the rows of a plan) per slot. Slots: 0 before the previous window, 1 the previous window, then
 * one per bucket of the window, and one for all later days.
 */
export type SlotSum = {
  slot: number
  status: string
  currency: string
  /** Created in the slot, regardless of the status at that time. */
  created: number
  /** Currently in this status and last changed in the slot. */
  updated: number
  /** Net entries into the status. */
  entered: number
  enteredMonthlyMinor: number
}
type RedemptionSlot = { slot: number; count: number }

const previousSlot = 1
const firstBucketSlot = 2

export function bucketSizeOf(days: DayRange): BucketSize {
  const count = countDays(days)
  if (count <= bucketLimits.dayBuckets) return 'day'
  return count <= bucketLimits.weekBuckets ? 'week' : 'month'
}

/** Weeks begin on Monday, months on their first day; the first and the last bucket may be cut short by the range. */
export function bucketsOf(days: DayRange): DayRange[] {
  const size = bucketSizeOf(days)
  const buckets: DayRange[] = []
  for (let from = days.from; from <= days.to; from = shiftDayKey(buckets.at(-1)?.to ?? days.to, 1)) {
    const end = endOfBucket(from, size)
    buckets.push({ from, to: end < days.to ? end : days.to })
  }
  return buckets
}

function endOfBucket(day: string, size: BucketSize) {
  switch (size) {
    case 'day':
      return day
    case 'week':
      return shiftDayKey(day, (7 - new Date(`${day}T12:00:00Z`).getUTCDay()) % 7)
    case 'month':
      return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)
  }
}

/** First days of the slots 1, 2, …: what lies before the first of them is slot 0. */
export function slotStarts(days: DayRange, previous: DayRange): string[] {
  return [previous.from, ...bucketsOf(days).map(({ from }) => from), shiftDayKey(days.to, 1)]
}

type Figures = Omit<
  Overview,
  'window' | 'timeZone' | 'measuredAt' | 'previousWindow' | 'recordedSince' | 'bucketSize' | 'buckets' | 'isEstimated'
>

/** Counts in the previous window after the time of day that the running range has reached. */
export type LateSum = { created: number; canceled: number }
export const nothingLate: LateSum = { created: 0, canceled: 0 }

type Details = {
  sums: readonly SlotSum[]
  late: LateSum
  redemptions: readonly RedemptionSlot[]
  /** Covers the same part of the previous window. Null if it is not fully recorded. */
  redemptionsBefore: number | null
  /** True if the previous window is fully recorded. */
  isBeforeKnown: boolean
}

/** `previous` stays null without `compare`, and where not all of the window before is on record. */
export function overviewFigures(
  { sums, late, redemptions, redemptionsBefore, isBeforeKnown }: Details,
  { buckets, compare, recordedFrom = 0 }: { buckets: number; compare: boolean; recordedFrom?: number },
): Figures {
  const shape: Shape = { buckets, hasPrevious: compare && isBeforeKnown }
  const active = sums.filter(({ status }) => status === 'active')
  const activeLevels = levels(active, ({ entered }) => entered, shape)
  const canceled = flows(
    sums.filter(({ status }) => status === 'canceled'),
    ({ updated }) => updated,
    shape,
    late.canceled,
  )
  const levelOf = (wanted: string) =>
    levels(
      sums.filter(({ status }) => status === wanted),
      ({ entered }) => entered,
      shape,
    )
  const money = moneyFigures(active, shape)
  return {
    ...money,
    active: activeLevels,
    trialing: levelOf('trialing'),
    pastDue: levelOf('past_due'),
    started: flows(sums, ({ created }) => created, shape, late.created),
    canceled,
    redemptions: {
      ...recorded(
        flows(redemptions, ({ count }) => count, shape),
        recordedFrom,
      ),
      previous: compare ? redemptionsBefore : null,
    },
    churnRate: {
      value: churnOf(activeLevels.value, canceled.value),
      previous: shape.hasPrevious ? churnOf(activeLevels.previous ?? 0, canceled.previous ?? 0) : null,
      points: activeLevels.points.map((level, index) => churnOf(level, canceled.points[index] ?? 0)),
    },
  }
}

/** The first bucket that ends on or after the first day on record; all are recorded where nothing is on record yet. */
export function firstRecordedBucket(buckets: readonly DayRange[], since: string | null): number {
  if (since === null) return 0
  const index = buckets.findIndex(({ to }) => to >= since)
  return index === -1 ? buckets.length : index
}

/** Missing history is null, not 0. */
function recorded({ value, points }: CountFigure, from: number) {
  return {
    value: from >= points.length ? null : value,
    points: points.map((point, index) => (index < from ? null : point)),
  }
}

type Shape = { buckets: number; hasPrevious: boolean }
type Slotted = { slot: number }

/** Returns the level at the end of each slot: the current level minus later entries. */
function levels<T extends Slotted>(rows: readonly T[], valueOf: (row: T) => number, shape: Shape): CountFigure {
  const at = (slot: number) => sumOf(rows, (row) => (row.slot <= slot ? valueOf(row) : 0))
  return {
    value: at(shape.buckets + previousSlot),
    previous: shape.hasPrevious ? at(previousSlot) : null,
    points: bucketSlots(shape).map(at),
  }
}

function flows<T extends Slotted>(
  rows: readonly T[],
  valueOf: (row: T) => number,
  shape: Shape,
  late = 0,
): CountFigure {
  const within = (slot: number) => sumOf(rows, (row) => (row.slot === slot ? valueOf(row) : 0))
  const points = bucketSlots(shape).map(within)
  return {
    value: sumOf(points, (point) => point),
    previous: shape.hasPrevious ? within(previousSlot) - late : null,
    points,
  }
}

/** Covers each currency that active subscriptions have or had, usd first. */
function moneyFigures(
  active: readonly SlotSum[],
  shape: Shape,
): { monthlyRevenue: MoneyFigure[]; averageRevenue: MoneyFigure[] } {
  const currencies = sumByCurrency(active.map(({ currency }) => ({ amountMinor: 0, currency })))
  const figures = currencies
    .map(({ currency }) => {
      const own = active.filter((row) => row.currency === currency)
      return {
        currency,
        revenue: levels(own, ({ enteredMonthlyMinor }) => enteredMonthlyMinor, shape),
        count: levels(own, ({ entered }) => entered, shape),
      }
    })
    .filter(({ revenue, count }) => [revenue, count].some(isEver))
  return {
    monthlyRevenue: figures.map(({ currency, revenue }) => ({ currency, ...revenue })),
    averageRevenue: figures.map(({ currency, revenue, count }) => ({
      currency,
      value: averageOf(revenue.value, count.value),
      previous: shape.hasPrevious ? averageOf(revenue.previous ?? 0, count.previous ?? 0) : null,
      points: revenue.points.map((amount, index) => averageOf(amount, count.points[index] ?? 0)),
    })),
  }
}

const isEver = ({ value, previous, points }: CountFigure) => [value, previous, ...points].some(Boolean)
const bucketSlots = ({ buckets }: Shape) => Array.from({ length: buckets }, (_, index) => index + firstBucketSlot)
const churnOf = (active: number, canceled: number) =>
  active + canceled === 0 ? null : churnRatePercent(active, canceled)
const averageOf = (monthlyMinor: number, count: number) =>
  count === 0 ? null : averageSubscriptionValue(monthlyMinor, count)

/** Throws a RangeError for a total beyond 2^53: a wrong sum is worse than none. */
function sumOf<T>(rows: readonly T[], valueOf: (row: T) => number) {
  const sum = rows.reduce((all, row) => all + valueOf(row), 0)
  if (!Number.isSafeInteger(sum)) throw new RangeError('The total is too large to be exact')
  return sum
}
