import type { PayoutCounts, PayoutRow, RunRow } from '../contract'
import type { PayoutPreviewRow } from '../generation-contract'
import type { PayoutStatement, RenewalLine } from '../statement-contract'

const at = (day: string) => new Date(`2026-${day}T08:00:00Z`)
const month = { periodStart: new Date('2026-10-01T00:00:00Z'), periodEnd: new Date('2026-11-01T00:00:00Z') }
const amounts = { gross: 29_000, fee: 1_450, adjustments: 0, net: 27_550 }

/** Builds a draft of October 2026 as an administrator sees it. */
export function buildPayoutRow(details: Partial<PayoutRow> = {}): PayoutRow {
  return {
    id: 'pay_1',
    merchantId: 'mer_1',
    merchantName: 'Bean There',
    period: '2026-10',
    ...month,
    currency: 'usd',
    status: 'draft',
    ...amounts,
    renewalCount: 10,
    redemptionCount: 41,
    bankProblem: null,
    exportedAt: null,
    updatedAt: at('11-02'),
    version: 3,
    ...details,
  }
}

export function buildRunRow(details: Partial<RunRow> = {}): RunRow {
  const own = {
    accountLast4: '6789',
    failureReason: null,
    sentAt: null,
    settledAt: null,
    remindedAt: null,
    failedAttempts: 0,
    lines: [],
  }
  return { ...buildPayoutRow(), ...own, ...details }
}

/** Builds a statement with a fee of 5 % and no adjustments. */
export function buildStatement(details: Partial<PayoutStatement> = {}): PayoutStatement {
  return {
    id: 'pay_1',
    merchantId: 'mer_1',
    merchantName: 'Bean There',
    period: '2026-10',
    ...month,
    venue: {
      businessName: 'Bean There LLC',
      addressLines: ['1 Main St', 'Austin, TX 78701'],
      taxIdMasked: '•••• 6789',
    },
    timeZone: 'UTC',
    currency: 'usd',
    status: 'draft',
    ...amounts,
    feeBasisPoints: 500,
    adjustmentLines: [],
    renewalCount: 10,
    redemptionCount: 41,
    accountLast4: '6789',
    bankProblem: null,
    remindedAt: null,
    failureReason: null,
    overlaps: [],
    waiting: [],
    steps: [{ status: 'draft', at: at('11-02'), by: 'Maya Lindqvist', reason: null }],
    exportedAt: null,
    updatedAt: at('11-02'),
    version: 3,
    ...details,
  }
}

export function buildRenewalLine(details: Partial<RenewalLine> = {}): RenewalLine {
  return {
    subscriptionId: 'sub_1',
    listAmount: null,
    corrected: 0,
    periodStart: at('10-03'),
    periodEnd: at('11-03'),
    subscriberName: 'Ana Pereira',
    planName: 'Daily Cup',
    amount: 2_900,
    isLate: false,
    ...details,
  }
}

export function buildPreviewRow(details: Partial<PayoutPreviewRow> = {}): PayoutPreviewRow {
  return {
    merchantId: 'mer_1',
    merchantName: 'Bean There',
    currency: 'usd',
    ...amounts,
    renewalCount: 10,
    lateCount: 0,
    state: 'new',
    bankProblem: null,
    ...details,
  }
}

export function buildPayoutCounts(details: Partial<PayoutCounts> = {}): PayoutCounts {
  return {
    all: 12,
    draft: 4,
    approved: 3,
    sent: 2,
    confirmed: 2,
    failed: 1,
    net: {
      draft: [{ amountMinor: 100_00, currency: 'usd' }],
      approved: [
        { amountMinor: 200_00, currency: 'usd' },
        { amountMinor: 50_00, currency: 'eur' },
      ],
      sent: [],
      confirmed: [],
      failed: [],
    },
    ...details,
  }
}
