import type { Address } from '@quaff/platform/shared/fields/address'
import type { AdjustmentKind, PayoutStatus } from './contract'

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

/** Returns the lines of a postal address without empty ones. */
export function addressLines({ line1, line2, city, region, postalCode, country }: Address): string[] {
  const place = [city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [line1, line2, place, country].map((line) => line?.trim() ?? '').filter((line) => line !== '')
}

type OfCurrency = { currency: string }

/** Compares by currency code, USD first. */
export function byCurrency(one: OfCurrency, other: OfCurrency): number {
  return rankOf(one) - rankOf(other) || (one.currency < other.currency ? -1 : Number(one.currency > other.currency))
}

const rankOf = ({ currency }: OfCurrency) => (currency === 'usd' ? 0 : 1)

export type StepFacts = {
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
export function stepsOf(facts: StepFacts, past: readonly Step[] = []): Step[] {
  const hasFailed = facts.status === 'failed'
  const settled = hasFailed
    ? ({ status: 'failed', reason: facts.failureReason } as const)
    : ({ status: 'confirmed', reason: facts.sentAt ? null : nothingToPay } as const)
  const steps = [
    { status: 'approved', at: facts.approvedAt, byId: facts.approvedBy, reason: null },
    { status: 'sent', at: facts.sentAt, byId: facts.sentBy, reason: null },
    { ...settled, at: facts.settledAt, byId: facts.settledBy },
  ] as const
  return [
    { status: 'draft', at: facts.generatedAt, byId: facts.generatedBy, reason: null },
    ...past,
    ...steps.flatMap(({ at, ...step }) => (at ? [{ ...step, at }] : [])),
  ]
}
