import type { AdjustmentKind, PayoutStatus } from './statement-contract'

/** Names of lines on screen, paper and in files. */
export const adjustmentNames = {
  manual: 'Adjustment',
  carry: 'Adjustment',
  refund: 'Refund',
  refund_reversal: 'Refund reversal',
  dispute: 'Dispute',
  dispute_reversal: 'Dispute reversal',
  correction: 'Correction',
} as const satisfies Record<AdjustmentKind, string>
export type AdjustmentName = (typeof adjustmentNames)[AdjustmentKind]

const shownOfId = 6

/** "2026-10-USD-4F9A2C" identifies one payout and sorts by month. */
export function statementNumber({ id, period, currency }: { id: string; period: string; currency: string }): string {
  const own = id.replaceAll(/[^a-z0-9]/gi, '').slice(-shownOfId)
  return [period, currency, own].join('-').toUpperCase()
}

type OfCurrency = { currency: string }

/** Compares by currency code, USD first. */
export function byCurrency(one: OfCurrency, other: OfCurrency): number {
  return rankOf(one) - rankOf(other) || (one.currency < other.currency ? -1 : Number(one.currency > other.currency))
}

const rankOf = ({ currency }: OfCurrency) => (currency === 'usd' ? 0 : 1)

export type StepDetails = {
  status: PayoutStatus
  generatedAt: Date
  generatedBy: string | null
  approvedAt: Date | null
  approvedBy: string | null
  sentAt: Date | null
  sentBy: string | null
  settledAt: Date | null
  settledBy: string | null
  failureReason: string | null
}
export type Step = { status: PayoutStatus; at: Date; byId: string | null; reason: string | null }

const nothingToPay = 'Nothing to pay'

/** Returns the steps oldest first: the generation, `past` attempts and the current one. */
export function stepsOf(details: StepDetails, past: readonly Step[] = []): Step[] {
  const hasFailed = details.status === 'failed'
  const settled = hasFailed
    ? ({ status: 'failed', reason: details.failureReason } as const)
    : ({ status: 'confirmed', reason: details.sentAt ? null : nothingToPay } as const)
  const steps = [
    { status: 'approved', at: details.approvedAt, byId: details.approvedBy, reason: null },
    { status: 'sent', at: details.sentAt, byId: details.sentBy, reason: null },
    { ...settled, at: details.settledAt, byId: details.settledBy },
  ] as const
  return [
    { status: 'draft', at: details.generatedAt, byId: details.generatedBy, reason: null },
    ...past,
    ...steps.flatMap(({ at, ...step }) => (at ? [{ ...step, at }] : [])),
  ]
}
