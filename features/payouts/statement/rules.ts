import type { Address } from '@quaff/platform/shared/fields/address'
import type { PayoutStatus } from './contract'

const shownOfId = 6

/** "2026-10-USD-4F9A2C": names one payout, and sorts by month. */
export function statementNumber({ id, period, currency }: { id: string; period: string; currency: string }): string {
  const own = id.replaceAll(/[^a-z0-9]/gi, '').slice(-shownOfId)
  return [period, currency, own].join('-').toUpperCase()
}

/** As on an envelope; what is missing leaves no gap. */
export function addressLines({ line1, line2, city, region, postalCode, country }: Address): string[] {
  const place = [city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [line1, line2, place, country].map((line) => line?.trim() ?? '').filter((line) => line !== '')
}

type OfCurrency = { currency: string }

/** Dollars first, as everywhere, then by code. */
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
}
export type Step = { status: PayoutStatus; at: Date; byId: string | null }

/** What was done so far, oldest first; what a payout was before it was opened again does not count. */
export function stepsOf(facts: StepFacts): Step[] {
  const settled = facts.status === 'failed' ? 'failed' : 'confirmed'
  const steps: { status: PayoutStatus; at: Date | null; byId: string | null }[] = [
    { status: 'draft', at: facts.generatedAt, byId: facts.generatedBy },
    { status: 'approved', at: facts.approvedAt, byId: facts.approvedBy },
    { status: 'sent', at: facts.sentAt, byId: facts.sentBy },
    { status: settled, at: facts.settledAt, byId: facts.settledBy },
  ]
  return steps.flatMap(({ status, at, byId }) => (at ? [{ status, at, byId }] : []))
}
