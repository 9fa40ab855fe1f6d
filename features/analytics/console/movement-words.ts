import { movementKinds, type MovementKind } from '@quaff/features/subscriptions/movement/rules'
import { formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import type { MovementRow } from '../cancellations/contract'

export const kindLabels = {
  new: 'New',
  returned: 'Returned',
  expansion: 'Expansion',
  contraction: 'Contraction',
  past_due: 'Past due',
  lost: 'Lost',
} as const satisfies Record<MovementKind, string>

/** "Mar 2026": a name already, no zone may move it. */
const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const shortFormat = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' })
const middleOf = (month: string) => new Date(`${month}-15T12:00:00Z`)
export const monthName = (month: string) => monthFormat.format(middleOf(month))
export const shortMonthName = (month: string) => shortFormat.format(middleOf(month))

export type Sums = { gained: number; lost: number }

/** What came and what went, both as sizes; what is not on record counts on its own side. */
export function sumsOf({ moves, unrecordedMinor }: MovementRow): Sums {
  const amounts = [...movementKinds.map((kind) => moves[kind]), unrecordedMinor]
  return {
    gained: amounts.reduce((sum, amount) => sum + Math.max(amount, 0), 0),
    lost: amounts.reduce((sum, amount) => sum - Math.min(amount, 0), 0),
  }
}

/** "Mar 2026: +$12.00, −$3.00, ending at $109.00" */
export function rowSentence(row: MovementRow): string {
  const { gained, lost } = sumsOf(row)
  const money = (amountMinor: number) => formatMoney(amountMinor, row.currency)
  return `${monthName(row.month)}: +${money(gained)}, −${money(lost)}, ending at ${money(row.endMinor)}`
}
