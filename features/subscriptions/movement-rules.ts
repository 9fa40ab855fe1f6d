import type { Money } from '@quaff/platform/shared/money/money'
import { monthlyAmountMinor } from './rules'
import { readPriceText } from './writing-rules'

/** Causes of a change in monthly revenue. Only active subscriptions have revenue (spec §9). */
export const movementKinds = ['new', 'returned', 'expansion', 'contraction', 'past_due', 'lost'] as const
export type MovementKind = (typeof movementKinds)[number]

/** Subscriptions with equal states at both ends of a step. Steps count from 1. */
export type MoveGroup = {
  step: number
  /** Null if the subscription did not exist yet. */
  was: string | null
  is: string | null
  /** Price texts of the history. Null if the price has not changed since. */
  wasPrice: string | null
  isPrice: string | null
  /** Current amount of each subscription. */
  monthlyMinor: number
  currency: string
  /** Negative if the group replaces what a sum contains. */
  count: number
}
export type Move = Money & { step: number; kind: MovementKind; count: number }

/** Returns signed amounts that sum up to the change of the step, and nothing if both ends are equal. */
export function movesOf(group: MoveGroup): Move[] {
  const was = group.was === 'active' ? monthlyOf(group, group.wasPrice) : undefined
  const is = group.is === 'active' ? monthlyOf(group, group.isPrice) : undefined
  const move = (kind: MovementKind, currency: string, each: number): Move[] =>
    each === 0 ? [] : [{ step: group.step, kind, currency, amountMinor: each * group.count, count: group.count }]
  if (!was) return is ? move(isFirst(group) ? 'new' : 'returned', is.currency, is.amountMinor) : []
  if (!is) return move(group.is === 'canceled' ? 'lost' : 'past_due', was.currency, -was.amountMinor)
  // Amounts in different currencies are never added.
  if (was.currency !== is.currency)
    return [...move('contraction', was.currency, -was.amountMinor), ...move('expansion', is.currency, is.amountMinor)]
  const change = is.amountMinor - was.amountMinor
  return move(change > 0 ? 'expansion' : 'contraction', is.currency, change)
}

const isFirst = ({ was }: MoveGroup) => was === null || was === 'trialing'

function monthlyOf({ monthlyMinor, currency }: MoveGroup, written: string | null): Money {
  const price = written === null ? undefined : readPriceText(written)
  if (!price) return { amountMinor: monthlyMinor, currency }
  return { amountMinor: monthlyAmountMinor(price), currency: price.currency }
}

export type RevenueStep = {
  currency: string
  /** Levels at both ends, equal to every other figure of monthly revenue. */
  startMinor: number
  endMinor: number
  moves: Record<MovementKind, number>
  /** Subscriptions behind each amount. */
  counts: Record<MovementKind, number>
  /** The rest that the history does not explain, for example late rows. It makes the step add up. */
  unrecordedMinor: number
}

/** Returns the steps by currency. `levels` has the revenue of a currency at each bound, one more than `steps`. */
export function revenueSteps(
  steps: number,
  levels: ReadonlyMap<string, readonly number[]>,
  moves: readonly Move[],
): RevenueStep[][] {
  return Array.from({ length: steps }, (_, index) =>
    [...levels].map(([currency, own]) => {
      const within = moves.filter((move) => move.step === index + 1 && move.currency === currency)
      const [sums, counts] = [{ ...none }, { ...none }]
      for (const { kind, amountMinor, count } of within) {
        sums[kind] += amountMinor
        counts[kind] += count
      }
      const [startMinor, endMinor] = [own[index] ?? 0, own[index + 1] ?? 0]
      const explained = movementKinds.reduce((sum, kind) => sum + sums[kind], 0)
      return { currency, startMinor, endMinor, moves: sums, counts, unrecordedMinor: endMinor - startMinor - explained }
    }),
  )
}

const none = { new: 0, returned: 0, expansion: 0, contraction: 0, past_due: 0, lost: 0 }

/** A start or change of a subscription on a day. */
export type MovePoint = Omit<MoveGroup, 'step' | 'count'> & { day: string }
export type MoveSpan = Omit<Move, 'step'> & { firstDay: string; lastDay: string }

/**
 * Splits the moves of one subscription by the days of the first and last change that cause them: the spans within any
 * range of days sum up to the moves of the range. `points` are in ascending time.
 */
export function spansOf(points: readonly MovePoint[]): MoveSpan[] {
  const days = points.filter(({ day }, index) => day !== points[index + 1]?.day)
  const first = points[0]
  if (!first) return []
  const states = [{ is: first.was, isPrice: first.wasPrice }, ...days]
  const between = (from: number, to: number, count: number): Move[] => {
    const [was, is] = [states[from], states[to]]
    if (!was || !is || from >= to) return []
    return movesOf({ ...first, step: 1, was: was.is, wasPrice: was.isPrice, is: is.is, isPrice: is.isPrice, count })
  }
  return days.flatMap(({ day: firstDay }, from) =>
    days.slice(from).flatMap(({ day: lastDay }, length) => {
      const to = from + length + 1
      const moves = [
        between(from, to, 1),
        between(from, to - 1, -1),
        between(from + 1, to, -1),
        between(from + 1, to - 1, 1),
      ]
      return moves
        .flat()
        .map(({ kind, currency, amountMinor, count }) => ({ firstDay, lastDay, kind, currency, amountMinor, count }))
    }),
  )
}
