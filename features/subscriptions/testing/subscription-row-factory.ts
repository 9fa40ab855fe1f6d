import type { SubscriptionListRow, SubscriptionRecord } from '../contract'

const at = (day: string) => new Date(`2026-${day}T08:00:00Z`)

/** Builds an active monthly subscription as an administrator sees it. */
export function buildSubscriptionRow(details: Partial<SubscriptionListRow> = {}): SubscriptionListRow {
  return {
    id: 'sub_1',
    merchantId: 'mer_1',
    merchantName: 'Bean There',
    subscriberName: 'Ana Pereira',
    email: 'ana@people.test',
    userId: 'usr_9',
    planId: 'pln_1',
    planName: 'Daily Cup',
    status: 'active',
    amount: 2_900,
    currency: 'usd',
    interval: 'month',
    intervalCount: 1,
    monthlyAmount: 2_900,
    cancelAtPeriodEnd: false,
    cancelAt: null,
    canceledAt: null,
    endsAt: null,
    endedBy: null,
    cancelReason: null,
    createdAt: at('01-03'),
    updatedAt: at('03-03'),
    currentPeriodStart: at('03-03'),
    currentPeriodEnd: new Date('2099-04-03T08:00:00Z'),
    ...details,
  }
}

/** Builds a record with one charge and two history entries. */
export function buildSubscriptionRecord(details: Partial<SubscriptionRecord> = {}): SubscriptionRecord {
  const row = buildSubscriptionRow()
  return {
    ...row,
    isPriced: true,
    cancelReason: null,
    charges: [
      {
        periodStart: at('03-03'),
        periodEnd: at('04-03'),
        amount: 2_900,
        listAmount: null,
        corrected: 0,
        currency: 'usd',
        recordedAt: at('03-03'),
        hold: null,
      },
    ],
    chargeCount: 1,
    history: [
      { id: 'sev_2', kind: 'renewed', at: at('03-03'), by: null, details: { periodStart: '2026-03-03T08:00:00.000Z' } },
      {
        id: 'sev_1',
        kind: 'started',
        at: at('01-03'),
        by: null,
        details: { status: 'active', planId: 'pln_1', amountMinor: 2_900, currency: 'usd' },
      },
    ],
    isHistoryRecorded: true,
    recentRedemptions: 14,
    ...details,
  }
}
