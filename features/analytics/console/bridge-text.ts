import { type MovementKind, movementKinds } from '@quaff/features/subscriptions/movement-rules'
import { counted, formatMoney, formatMoneyChange } from '@quaff/platform/console/display/formats'
import type { BridgeStep } from '../cancellations-contract'

export const kindLabels = {
  new: 'New',
  returned: 'Reactivated',
  expansion: 'Expansion',
  contraction: 'Contraction',
  past_due: 'Past due',
  lost: 'Churned',
} as const satisfies Record<MovementKind, string>

type Cause = { word: string; amountMinor: number }

/** Causes beyond these are added up, so that the sentence does too. */
const namedCauses = 3

/** `change` is set apart; the amounts after the colon add up to it. */
type Sentence = { lead: string; change?: string; rest?: string }

export function bridgeSentence({ currency, startMinor, endMinor, moves, unrecordedMinor }: BridgeStep): Sentence {
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  const causes: Cause[] = [
    ...movementKinds.map((kind) => ({ word: kindLabels[kind].toLowerCase(), amountMinor: moves[kind] })),
    { word: 'unrecorded', amountMinor: unrecordedMinor },
  ]
    .filter(({ amountMinor }) => amountMinor !== 0)
    .sort((one, other) => Math.abs(other.amountMinor) - Math.abs(one.amountMinor))
  const change = endMinor - startMinor
  if (causes.length === 0)
    return {
      lead: endMinor === 0 ? 'No monthly revenue in this range.' : `Monthly revenue stayed at ${money(endMinor)}.`,
    }
  const list = causesText(causes, currency)
  if (change === 0) return { lead: `Monthly revenue stayed at ${money(endMinor)}: ${list}.` }
  const verb = change > 0 ? 'rose' : 'fell'
  if (causes.length === 1) return { lead: `Monthly revenue ${verb} to ${money(endMinor)}: `, change: list, rest: '.' }
  return { lead: `Monthly revenue ${verb} `, change: money(Math.abs(change)), rest: ` to ${money(endMinor)}: ${list}.` }
}

function causesText(causes: readonly Cause[], currency: string): string {
  const others = causes.slice(namedCauses)
  const rest = { word: 'other changes', amountMinor: others.reduce((sum, { amountMinor }) => sum + amountMinor, 0) }
  return [...causes.slice(0, namedCauses), ...(others.length > 1 ? [rest] : others)]
    .filter(({ amountMinor }) => amountMinor !== 0)
    .map(({ word, amountMinor }) => `${formatMoneyChange(amountMinor, currency)} ${word}`)
    .join(', ')
}

/** "Previous 7 days: +$3,047.70. Largest difference: churned, −$723.44." Undefined if nothing is compared. */
export function previousText({ currency, moves, previous }: BridgeStep, days: number, isRunning: boolean) {
  if (previous === null) return undefined
  const basis = `${isRunning ? 'Same part of the previous' : 'Previous'} ${counted(days, 'day')}`
  const net = movementKinds.reduce((sum, kind) => sum + previous[kind], 0)
  const differences = movementKinds.map((kind) => ({ kind, amountMinor: moves[kind] - previous[kind] }))
  const [largest] = differences.sort((one, other) => Math.abs(other.amountMinor) - Math.abs(one.amountMinor))
  const before = `${basis}: ${net === 0 ? 'no change' : formatMoneyChange(net, currency)}.`
  if (!largest || largest.amountMinor === 0) return before
  const difference = formatMoneyChange(largest.amountMinor, currency)
  return `${before} Largest difference: ${kindLabels[largest.kind].toLowerCase()}, ${difference}.`
}

export type Bar = {
  key: MovementKind | 'start' | 'end' | 'unrecorded'
  amountMinor: number
  /** Parts of the plot's height. */
  low: number
  high: number
  /** The level after it. */
  to: number
}

/** Returns the bars from start to end. `isCut`: the plot begins above zero, so that changes can be seen. */
export function bridgeBars({ startMinor, endMinor, moves, unrecordedMinor }: BridgeStep): {
  bars: Bar[]
  isCut: boolean
} {
  const changes: Pick<Bar, 'key' | 'amountMinor'>[] = [
    ...movementKinds.map((key) => ({ key, amountMinor: moves[key] })),
    ...(unrecordedMinor === 0 ? [] : [{ key: 'unrecorded' as const, amountMinor: unrecordedMinor }]),
  ]
  let level = startMinor
  const levels = [startMinor, ...changes.map(({ amountMinor }) => (level += amountMinor))]
  const [lowest, highest] = [Math.min(...levels), Math.max(...levels)]
  const room = (highest - lowest) * roomShare
  const isCut = highest > lowest && lowest > room
  const base = isCut ? lowest - room : Math.min(lowest, 0)
  const at = (minor: number) => (highest === base ? 0 : (minor - base) / (highest - base))
  const between = (one: number, other: number) => ({
    low: Math.min(at(one), at(other)),
    high: Math.max(at(one), at(other)),
  })
  const total = (key: 'start' | 'end', minor: number): Bar => ({
    key,
    amountMinor: minor,
    ...between(Math.max(base, 0), minor),
    to: at(minor),
  })
  return {
    isCut,
    bars: [
      total('start', startMinor),
      ...changes.map((change, index) => {
        const [before, after] = [levels[index] ?? 0, levels[index + 1] ?? 0]
        return { ...change, ...between(before, after), to: at(after) }
      }),
      total('end', endMinor),
    ],
  }
}

/** Height of the cut bars below the changes. */
const roomShare = 0.3
