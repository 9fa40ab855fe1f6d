import type { RefundKind, RefundSource, RefundStatus } from './contract'

export type RefundDetails = {
  id: string
  source: RefundSource
  kind: RefundKind
  status: RefundStatus
  amountMinor: number
  currency: string
  paymentGroup: string | null
  /** Set on a row that reports the total of all refunds of its payment. */
  sumMinor: number | null
  isAnother: boolean
  occurredAt: Date
  stateAt: Date
  stateStep: number
}
export type ChargeDetails = { amountMinor: number; correctedMinor: number; currency: string }

/**
 * Returns what all refunds and lost disputes of a charge deduct, at most the amount owed for it. Depends only on the
 * latest state of each, not on the order of arrival.
 */
export function takenOf(rows: readonly RefundDetails[], charge: ChargeDetails): { taken: number; claimed: number } {
  const claims = claimsOf(rows)
  const claimed = rows.reduce(
    (sum, { id, currency }) => (currency === charge.currency ? sum + (claims.get(id) ?? 0) : sum),
    0,
  )
  return { taken: Math.min(claimed, owedOf(charge)), claimed }
}

/** The amount of the charge with what was corrected after a payout took it. */
export const owedOf = ({ amountMinor, correctedMinor }: ChargeDetails) => Math.max(0, amountMinor + correctedMinor)

/** Returns the amount that each row of a charge takes. A total takes only what no other refund explains. */
export function claimsOf(rows: readonly RefundDetails[]): Map<string, number> {
  const claims = new Map<string, number>()
  // A refund recorded by hand is most likely in the sum that the provider reports, but in one sum only.
  let byHand = rows.filter((one) => one.source === 'manual' && one.status === 'recorded' && !one.isAnother)
  for (const row of rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    if (row.sumMinor === null) {
      claims.set(row.id, row.status === 'recorded' || row.status === 'lost' ? row.amountMinor : 0)
      continue
    }
    let rest = Math.max(0, row.sumMinor - explainedOf(row, rows))
    byHand = byHand.filter(({ amountMinor, currency }) => {
      const isIncluded = currency === row.currency && amountMinor <= rest
      if (isIncluded) rest -= amountMinor
      return !isIncluded
    })
    claims.set(row.id, rest)
  }
  return claims
}

/** A refund is in the sum of its payment from its creation until the source says that it failed. */
function explainedOf(sum: RefundDetails, others: readonly RefundDetails[]) {
  return others
    .filter(
      (one) =>
        one.sumMinor === null &&
        one.kind === 'refund' &&
        one.paymentGroup === sum.paymentGroup &&
        one.currency === sum.currency &&
        one.occurredAt <= sum.stateAt &&
        !(one.status === 'reversed' && one.stateAt <= sum.stateAt),
    )
    .reduce((total, { amountMinor }) => total + amountMinor, 0)
}

/** A refund that the source has reported already, and that a record by hand of this amount would count again. */
export const isReported = ({ source, kind, status, sumMinor, amountMinor }: RefundDetails, byHandMinor: number) =>
  source !== 'manual' &&
  kind === 'refund' &&
  status === 'recorded' &&
  (sumMinor === null ? amountMinor === byHandMinor : amountMinor >= byHandMinor)

type State = Pick<RefundDetails, 'stateAt' | 'stateStep' | 'amountMinor' | 'sumMinor'>

/** Orders two states of one refund by the source's time. */
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
type LineKind = keyof typeof lineTexts
export const lineKinds = Object.keys(lineTexts) as LineKind[]

/** The reason on the merchant's statement. */
export function lineReasonOf(lineKind: LineKind, reason: string | null): string {
  return reason === null || reason.trim() === '' ? lineTexts[lineKind] : `${lineTexts[lineKind]}: ${reason.trim()}`
}
