import { churnRatePercent } from '@quaff/features/subscriptions/churn-rules'
import { sumByCurrency } from '@quaff/features/subscriptions/rules'
import { economicsLimits, type ChurnBucket } from './economics-contract'
import { countDays, shiftDayKey, type DayRange } from './range-rules'

/** Up to how many days a step is a day, a week or a month; above it a quarter: about as many bars as a phone shows. */
const mostDays = { daily: 31, weekly: 186, monthly: 1_100 } as const
const monthsPerQuarter = 3

/**
 * Days, weeks of seven days that end with the range, calendar months or quarters, by its length; oldest first, without
 * a gap. The first one may be shorter, and of months the last one too.
 */
export function churnSpans(range: DayRange): DayRange[] {
  const startOf = spanStart(countDays(range))
  const spans: DayRange[] = []
  for (let to = range.to; to >= range.from; to = shiftDayKey(spans[0]?.from ?? range.from, -1)) {
    const start = startOf(to)
    spans.unshift({ from: start < range.from ? range.from : start, to })
  }
  return spans
}

/** Days and weeks are as long as those before them; months and quarters are not. */
export const hasEqualSteps = (range: DayRange) => countDays(range) <= mostDays.weekly

/** The first day of the span that ends on `to`. */
function spanStart(days: number): (to: string) => string {
  if (days <= mostDays.daily) return (to) => to
  if (days <= mostDays.weekly) return (to) => shiftDayKey(to, -6)
  if (days <= mostDays.monthly) return (to) => `${to.slice(0, 7)}-01`
  return (to) => {
    const month = Number(to.slice(5, 7))
    const first = month - ((month - 1) % monthsPerQuarter)
    return `${to.slice(0, 5)}${String(first).padStart(2, '0')}-01`
  }
}

/** The days that start dates are counted up to: at most 31, the last day of the range last, evenly apart. */
export function startDatePoints(range: DayRange): { days: string[]; stepDays: number } {
  const length = countDays(range)
  const stepDays = Math.max(Math.ceil(length / economicsLimits.startDateSteps), 1)
  const steps = Math.floor(length / stepDays)
  return {
    days: Array.from({ length: steps + 1 }, (_, index) => shiftDayKey(range.to, (index - steps) * stepDays)),
    stepDays,
  }
}

/**
 * Changes within one span. `entered` is the net change, so the level at a span's end is the final level minus all
 * later changes.
 */
type Movement = { canceled: number; entered: number }
/** `movements[i]` belongs to the i-th span; `activeAtEnd` is the level at the end of the last one. */
export type Movements = { movements: Movement[]; activeAtEnd: number }

/** Sums of daily counters. `bucket` 0 is before the first of `spans` spans, `spans + 1` after the last. */
export type DaySums = Movement & { bucket: number; created: number }

/** The current number minus later changes gives the number on an earlier day. */
export function movementsOfDays(spans: number, sums: readonly DaySums[]): Movements {
  const inBucket = (bucket: number) => sums.filter((one) => one.bucket === bucket)
  return {
    movements: Array.from({ length: spans }, (_, index) => ({
      canceled: sumOf(inBucket(index + 1), ({ canceled }) => canceled),
      entered: sumOf(inBucket(index + 1), ({ entered }) => entered),
    })),
    activeAtEnd: sumOf(sums, ({ created }) => created) - sumOf(inBucket(spans + 1), ({ entered }) => entered),
  }
}

/** Passes by when they were created, and canceled ones by when they were updated and by when they were gone. */
export type StartCount = { bucket: number; count: number }
export type CancellationCount = { bucket: number; left: number; count: number }

/** A plan's rows have no history, so a subscription counts as active from its creation to its cancellation. */
export function movementsOfPlan(
  spans: number,
  starts: readonly StartCount[],
  cancellations: readonly CancellationCount[],
): Movements {
  const counted = (rows: readonly { count: number }[]) => sumOf(rows, ({ count }) => count)
  return {
    movements: Array.from({ length: spans }, (_, index) => ({
      canceled: counted(cancellations.filter(({ bucket }) => bucket === index + 1)),
      entered:
        counted(starts.filter(({ bucket }) => bucket === index + 1)) -
        counted(cancellations.filter(({ left }) => left === index + 1)),
    })),
    activeAtEnd:
      counted(starts.filter(({ bucket }) => bucket <= spans)) -
      counted(cancellations.filter(({ left }) => left <= spans)),
  }
}

/** Returns how many were created up to each of `points` days; `bucket` n is after the n-th day, 0 before all. */
export function cumulated(points: number, created: readonly { bucket: number; count: number }[]): number[] {
  return Array.from({ length: points }, (_, index) =>
    sumOf(
      created.filter(({ bucket }) => bucket <= index),
      ({ count }) => count,
    ),
  )
}

const sumOf = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((sum, row) => sum + of(row), 0)

export function churnBuckets(spans: readonly DayRange[], { movements, activeAtEnd }: Movements): ChurnBucket[] {
  let active = activeAtEnd
  return spans
    .map((span, index) => ({ span, ...(movements[index] ?? { canceled: 0, entered: 0 }) }))
    .reverse()
    .map(({ span, canceled, entered }) => {
      const bucket = churnOf(span, canceled, active)
      active -= entered
      return bucket
    })
    .reverse()
}

/** Spec §9, with the level at the end of the span. */
export const churnOf = ({ from, to }: DayRange, canceled: number, active: number): ChurnBucket => ({
  from,
  to,
  canceled,
  active,
  rate: churnRatePercent(active, canceled),
})

export type PlanGroup = { planId: string | null; currency: string; active: number; monthlyMinor: number }
export type RankedPlans = {
  totals: { amountMinor: number; currency: string }[]
  rows: PlanGroup[]
  rest: { plans: number; active: number; monthly: { amountMinor: number; currency: string } }[]
}

/**
 * The plans that earn most in each currency, usd first, and what the others of that currency earn together: nothing is
 * lost. Throws a RangeError for a total that a number cannot hold.
 */
export function rankPlans(groups: readonly PlanGroup[], most: number = economicsLimits.plans): RankedPlans {
  const totals = sumByCurrency(groups.map(({ monthlyMinor: amountMinor, currency }) => ({ amountMinor, currency })))
  const ranked = totals.map(({ currency }) => groups.filter((group) => group.currency === currency).sort(byAmount))
  return {
    totals,
    rows: ranked.flatMap((plans) => plans.slice(0, most)),
    rest: ranked.flatMap((plans) => {
      const others = plans.slice(most)
      const [monthly] = sumByCurrency(
        others.map(({ monthlyMinor: amountMinor, currency }) => ({ amountMinor, currency })),
      )
      return monthly
        ? [{ plans: others.length, active: others.reduce((sum, { active }) => sum + active, 0), monthly }]
        : []
    }),
  }
}

const byAmount = (one: PlanGroup, other: PlanGroup) =>
  other.monthlyMinor - one.monthlyMinor ||
  other.active - one.active ||
  ((one.planId ?? '') < (other.planId ?? '') ? -1 : 1)
