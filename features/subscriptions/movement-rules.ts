import type { Money } from '@quaff/platform/shared/money/money'
import { monthlyAmountMinor } from './rules'
import { readPriceText } from './writing-rules'

/** What moves monthly revenue from one bound to the next; only active subscriptions bring any (spec §9). */
export const movementKinds = ['new', 'returned', 'expansion', 'contraction', 'past_due', 'lost'] as const
export type MovementKind = (typeof movementKinds)[number]

/** Subscriptions that stood alike at both ends of a step, the n-th from 1. */
export type MoveGroup = {
  step: number
  /** Null: there was none yet. */
  was: string | null
  is: string
  /** As the history wrote them; null where the price has not changed since. */
  wasPrice: string | null
  isPrice: string | null
  /** Of now, each. */
  monthlyMinor: number
  currency: string
  count: number
}
export type Move = Money & { step: number; kind: MovementKind }

/** Signed amounts that sum up to what the step changed; nothing comes of what is the same at both ends. */
export function movesOf(group: MoveGroup): Move[] {
  const was = group.was === 'active' ? monthlyOf(group, group.wasPrice) : undefined
  const is = group.is === 'active' ? monthlyOf(group, group.isPrice) : undefined
  const move = (kind: MovementKind, currency: string, each: number): Move[] =>
    each === 0 ? [] : [{ step: group.step, kind, currency, amountMinor: each * group.count }]
  if (!was) return is ? move(isFirst(group) ? 'new' : 'returned', is.currency, is.amountMinor) : []
  if (!is) return move(group.is === 'canceled' ? 'lost' : 'past_due', was.currency, -was.amountMinor)
  // Another currency: they are never added together.
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
  /** At both ends, as every figure of monthly revenue has it. */
  startMinor: number
  endMinor: number
  moves: Record<MovementKind, number>
  /** What the history does not explain, as of rows that came late: the rest, so that the step adds up. */
  unrecordedMinor: number
}

/** For each step and currency; `levels` has the revenue of a currency at each bound, one more than there are steps. */
export function revenueSteps(
  steps: number,
  levels: ReadonlyMap<string, readonly number[]>,
  groups: readonly MoveGroup[],
): RevenueStep[][] {
  const moves = groups.flatMap(movesOf)
  return Array.from({ length: steps }, (_, index) =>
    [...levels].map(([currency, own]) => {
      const within = moves.filter((move) => move.step === index + 1 && move.currency === currency)
      const sums = { new: 0, returned: 0, expansion: 0, contraction: 0, past_due: 0, lost: 0 }
      for (const { kind, amountMinor } of within) sums[kind] += amountMinor
      const [startMinor, endMinor] = [own[index] ?? 0, own[index + 1] ?? 0]
      const explained = movementKinds.reduce((sum, kind) => sum + sums[kind], 0)
      return { currency, startMinor, endMinor, moves: sums, unrecordedMinor: endMinor - startMinor - explained }
    }),
  )
}
