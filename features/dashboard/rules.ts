import type { Money } from '@quaff/platform/shared/money/money'
import type { Change, DashboardMetrics, QuickAction } from './contract'

/** Spec §9: total revenue reduced by the average churn percentage. */
export function netRevenue(totals: readonly Money[], averageChurnPercent: number): Money[] {
  return totals.map(({ amountMinor, currency }) => ({
    amountMinor: Math.round(amountMinor * (1 - averageChurnPercent / 100)),
    currency,
  }))
}

/** Percent to one decimal; null where there is nothing to compare with, be it unknown or growth out of nothing. */
export function percentChange(now: number, before: number | null | undefined): number | null {
  if (before == null) return null
  if (before === 0) return now === 0 ? 0 : null
  return Math.round(((now - before) / before) * 1_000) / 10
}

/** Spec §9: replaces a change that cannot be measured. */
export const approximateChange = { subscribersPercent: 12, redemptionsPercent: 15 } as const

/** Measured where the store has all of the earlier period, else the approximation of spec §9 with what is missing. */
export function changeOr(
  approximation: number,
  now: number,
  { before, recordedSince }: { before: number | null; recordedSince: Date | null },
): Change {
  const percent = percentChange(now, before)
  if (percent !== null) return { percent, source: 'live' }
  // The approximation is a share of the current value: of nothing, it is nothing.
  return {
    percent: now === 0 ? 0 : approximation,
    source: 'estimate',
    missing: { reason: before === null ? 'unrecorded' : 'none_before', recordedSince },
  }
}

/** Shown with their source `sample` when nothing can be read (spec §8); never exported or charted. */
export const sampleMetrics = {
  totalRevenue: [{ amountMinor: 4_528_900, currency: 'usd' }],
  totalRevenueChange: { percent: 12, source: 'sample' },
  netRevenue: [{ amountMinor: 4_302_455, currency: 'usd' }],
  averageChurnPercent: 5,
  scheduledCancellations: 0,
  activeSubscribers: 1_284,
  activeSubscribersChange: { percent: approximateChange.subscribersPercent, source: 'sample' },
  activeMerchants: 24,
  liveMerchants: 22,
  pendingMerchants: 3,
  merchantsInReview: 3,
  oldestPendingSince: null,
  merchantsSource: 'sample',
  growthRate: 8.5,
  redemptionsToday: 847,
  redemptionsChange: { percent: approximateChange.redemptionsPercent, source: 'sample' },
  subscriberTrend: [],
  revenueTrend: [],
  redemptionHours: [],
  source: 'sample',
} as const satisfies { [Key in keyof DashboardMetrics]?: Readonly<DashboardMetrics[Key]> | readonly [] }

/** Spec §8: replaces a single failed part. */
export const failedSubscriptions = {
  totalRevenue: [{ amountMinor: 0, currency: 'usd' }],
  totalRevenueChange: { percent: 0, source: 'sample' },
  netRevenue: [{ amountMinor: 0, currency: 'usd' }],
  averageChurnPercent: 0,
  scheduledCancellations: 0,
  activeSubscribers: 0,
  activeSubscribersChange: { percent: 0, source: 'sample' },
  growthRate: 0,
  subscriberTrend: [],
  revenueTrend: [],
} satisfies Partial<DashboardMetrics>

export const failedRedemptions = {
  redemptionsToday: sampleMetrics.redemptionsToday,
  redemptionsChange: { percent: approximateChange.redemptionsPercent, source: 'sample' },
  redemptionHours: [],
} satisfies Partial<DashboardMetrics>

export const failedMerchants = {
  activeMerchants: 0,
  liveMerchants: 0,
  pendingMerchants: 0,
  merchantsInReview: 0,
  oldestPendingSince: null,
  merchantsSource: 'sample',
} satisfies Partial<DashboardMetrics>

export type PendingDetails = { pendingMerchants: number; merchantsInReview: number }

/** "7 in review, 4 in setup": what the count of pending merchants is made of. */
const pendingText = (details: PendingDetails) =>
  pendingParts(details)
    .map(({ text }) => text)
    .join(' · ')

/** Each part with the list that has as many rows. */
export function pendingParts({ pendingMerchants, merchantsInReview }: PendingDetails) {
  return [
    { count: merchantsInReview, text: `${merchantsInReview} in review`, href: '/merchants?tab=review' },
    {
      count: pendingMerchants - merchantsInReview,
      text: `${pendingMerchants - merchantsInReview} in setup`,
      href: '/merchants?tab=setup&status=pending',
    },
  ].filter(({ count }) => count > 0)
}

/** The six of spec §2, in the order of the screen. "More Settings" is the panel's own link. */
export function quickActions(details: PendingDetails & { pendingApprovals: number }): QuickAction[] {
  const { pendingMerchants, pendingApprovals } = details
  const waiting = pendingMerchants > 0
  return [
    {
      id: 'review',
      title: 'Review pending merchants',
      description: waiting ? pendingText(details) : 'None waiting',
      icon: 'review',
      href: '/merchants?status=pending',
      ...(waiting ? { count: pendingMerchants, urgent: true } : {}),
      ...(details.merchantsInReview > 0
        ? { oldest: { label: 'Review the oldest', href: '/merchants?desk=true' } }
        : {}),
    },
    {
      id: 'create',
      title: 'Create merchant',
      description: 'Starts in pending review',
      icon: 'create',
      href: '/merchants?action=create',
    },
    {
      id: 'payouts',
      title: 'Generate payouts',
      description: 'Statements for a calendar month',
      icon: 'payouts',
      href: '/payouts?action=generate',
    },
    {
      id: 'analytics',
      title: 'View analytics',
      description: 'Revenue, churn, drinks',
      icon: 'analytics',
      href: '/analytics',
    },
    {
      id: 'users',
      title: 'Manage users',
      description: pendingApprovals > 0 ? `${pendingApprovals} waiting for approval` : 'Roles, invitations, approvals',
      icon: 'users',
      href: '/users',
      ...(pendingApprovals > 0
        ? {
            count: pendingApprovals,
            oldest: { label: 'Oldest registration', href: '/users?status=pending_approval&sort=created&order=asc' },
          }
        : {}),
    },
    {
      id: 'health',
      title: 'System health',
      description: 'Database, email, background jobs',
      icon: 'health',
      href: '/settings?tab=health',
    },
  ]
}
