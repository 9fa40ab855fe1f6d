import { revenueSteps, type Move } from '@quaff/features/subscriptions/movement-rules'
import { sumByCurrency } from '@quaff/features/subscriptions/rules'
import type { Money } from '@quaff/platform/shared/money/money'
import {
  type BridgeStep,
  cancellationLimits,
  type CancellationReason,
  type MovementRow,
} from './cancellations-contract'
import { shiftDayKey, type DayRange } from './range-rules'
import { shiftMonth } from './usage-rules'

/** The month of `day` and those before it, oldest first. */
export const movementMonths = (day: string): string[] =>
  Array.from({ length: cancellationLimits.months }, (_, index) =>
    shiftMonth(day.slice(0, 7), index + 1 - cancellationLimits.months),
  )

const daysOf = (month: string): DayRange => ({ from: `${month}-01`, to: shiftDayKey(`${shiftMonth(month, 1)}-01`, -1) })

/** First days of the months, and that after the last. */
export const monthBounds = (months: readonly string[]): string[] => [
  ...months.map((month) => daysOf(month).from),
  ...months.slice(-1).map((month) => shiftDayKey(daysOf(month).to, 1)),
]

/** Sums of the counters' entries by bucket: 0 before the first bound, n between the n-th and the next. */
type Entry = { bucket: number; currency: string; monthlyMinor: number }

/** Months before the first revenue are left out, and currencies that had none. */
export function movementRows(
  months: readonly string[],
  entries: readonly Entry[],
  moves: readonly Move[],
): { currencies: string[]; rows: MovementRow[] } {
  const { currencies, levels } = levelsOf(months.length, entries)
  const rows = revenueSteps(months.length, levels, moves).flatMap((step, index) => {
    const month = months[index] ?? ''
    return step.map((one) => ({ month, ...daysOf(month), ...one }))
  })
  const first = rows.findIndex(isMoving)
  return { currencies, rows: first < 0 ? [] : rows.filter(({ month }) => month >= (rows[first]?.month ?? '')) }
}

/** Returns the revenue of each currency at every bound of `steps` steps, usd first. */
function levelsOf(steps: number, entries: readonly Entry[]) {
  const currencies = sumByCurrency(entries.map(({ currency }) => ({ currency, amountMinor: 0 }))).map(
    (one) => one.currency,
  )
  const levelAt = (currency: string, bound: number) =>
    sumByCurrency(
      entries
        .filter((entry) => entry.currency === currency && entry.bucket <= bound)
        .map(({ monthlyMinor: amountMinor }) => ({ currency, amountMinor })),
    )[0]?.amountMinor ?? 0
  const levels = new Map(
    currencies.map((currency) => [currency, Array.from({ length: steps + 1 }, (_, bound) => levelAt(currency, bound))]),
  )
  return { currencies, levels }
}

/** `entries` have the range between their two bounds. Of the moves, the last step is the range and step 1 the days before. */
export function bridgeSteps(
  entries: readonly Entry[],
  moves: readonly Move[],
  { step, isCompared }: { step: number; isCompared: boolean },
): BridgeStep[] {
  const { levels } = levelsOf(1, entries)
  const inStep = (wanted: number) =>
    revenueSteps(
      1,
      levels,
      moves.filter((move) => move.step === wanted).map((move) => ({ ...move, step: 1 })),
    )[0] ?? []
  const before = isCompared ? inStep(1) : []
  return inStep(step).map((one, index) => ({ ...one, previous: before[index]?.moves ?? null }))
}

const isMoving = ({ startMinor, endMinor, unrecordedMinor, moves }: MovementRow) =>
  [startMinor, endMinor, unrecordedMinor, ...Object.values(moves)].some(Boolean)

type CancellationGroup = Money & { reason: string | null; wasStatus: string | null; count: number }

export function cancellationFigures(groups: readonly CancellationGroup[]): {
  count: number
  paying: number
  lost: Money[]
} {
  const paying = groups.filter(({ wasStatus }) => wasStatus === 'active')
  return { count: countOf(groups), paying: countOf(paying), lost: sumByCurrency(paying) }
}

/** The most frequent by name, the others as one; without a reason last. */
export function cancellationReasons(
  groups: readonly CancellationGroup[],
  most: number = cancellationLimits.reasons,
): CancellationReason[] {
  const counts = new Map<string, number>()
  for (const { reason, count } of groups) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + count)
  const ranked = [...counts]
    .map(([reason, count]) => ({ reason, count, isRest: false }))
    .sort((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1))
  const rest = { reason: null, isRest: true, count: countOf(ranked.slice(most)) }
  const unsaid = { reason: null, isRest: false, count: countOf(groups.filter(({ reason }) => reason === null)) }
  return [...ranked.slice(0, most), rest, unsaid].filter(({ count }) => count > 0)
}

const countOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)
