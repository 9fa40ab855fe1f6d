import type { RefundKind, RefundStatus } from './contract'

export type RefundFacts = {
  id: string
  kind: RefundKind
  status: RefundStatus
  amountMinor: number
  currency: string
  paymentGroup: string | null
  /** Of a row that says what all refunds of its payment come to. */
  sumMinor: number | null
  occurredAt: Date
  stateAt: Date
  stateStep: number
}
export type ChargeFacts = { amountMinor: number; currency: string }

/**
 * What all refunds and lost disputes of a charge take from the merchant: never more than the charge. It depends on the
 * newest state of each alone, so the order in which they came leaves no trace.
 */
export function takenOf(rows: readonly RefundFacts[], charge: ChargeFacts): { taken: number; claimed: number } {
  const ours = rows.filter(({ currency }) => currency === charge.currency)
  const claimed = ours.reduce((sum, row) => sum + claimOf(row, ours), 0)
  return { taken: Math.min(claimed, Math.max(0, charge.amountMinor)), claimed }
}

/** What one of them takes by itself; of a sum, what no other of its payment explains. */
export function claimOf(row: RefundFacts, others: readonly RefundFacts[]): number {
  if (row.sumMinor !== null) return Math.max(0, row.sumMinor - explainedOf(row, others))
  return row.status === 'recorded' || row.status === 'lost' ? row.amountMinor : 0
}

/** A refund is in the sum of its payment from its creation until the source says that it failed. */
function explainedOf(sum: RefundFacts, others: readonly RefundFacts[]): number {
  return others
    .filter(
      (one) =>
        one.sumMinor === null &&
        one.kind === 'refund' &&
        one.paymentGroup === sum.paymentGroup &&
        one.occurredAt <= sum.stateAt &&
        !(one.status === 'reversed' && one.stateAt <= sum.stateAt),
    )
    .reduce((total, { amountMinor }) => total + amountMinor, 0)
}

type State = Pick<RefundFacts, 'stateAt' | 'stateStep' | 'amountMinor' | 'sumMinor'>

/** Of two states of one refund the one that the source said last counts. */
export function isNewer(state: State, known: State): boolean {
  const order = [
    state.stateAt.getTime() - known.stateAt.getTime(),
    state.stateStep - known.stateStep,
    (state.sumMinor ?? state.amountMinor) - (known.sumMinor ?? known.amountMinor),
  ]
  return (order.find((difference) => difference !== 0) ?? 0) > 0
}

/** The kind of the payout line for an amount that is still to be taken; below 0 it goes back to the merchant. */
export function lineKindOf(kind: RefundKind, stillToTake: number) {
  if (kind === 'refund') return stillToTake > 0 ? 'refund' : 'refund_reversal'
  return stillToTake > 0 ? 'dispute' : 'dispute_reversal'
}

const lineTexts = {
  refund: 'Refund',
  refund_reversal: 'Refund reversed',
  dispute: 'Dispute lost',
  dispute_reversal: 'Dispute reversed',
} as const

/** On the merchant's statement. */
export function lineReasonOf(lineKind: keyof typeof lineTexts, reason: string | null): string {
  return reason === null || reason.trim() === '' ? lineTexts[lineKind] : `${lineTexts[lineKind]}: ${reason.trim()}`
}
