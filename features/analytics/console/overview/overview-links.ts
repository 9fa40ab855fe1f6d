import type { SubscriptionStatus } from '@quaff/features/subscriptions/contract'
import type { AnalyticsSearch, RangeSearch } from '../analytics-search-widget'
import type { AnalyticsRange } from '../use-analytics-range'

export type LinkScope = { search: AnalyticsSearch; range: AnalyticsRange; isGlobalView: boolean }

/** The list behind a number; range and filters stay in the address, so that the way back leads to the same figures. */
export function subscriptionsLink(
  { search, range }: LinkScope,
  filter: { status?: SubscriptionStatus; started?: true },
): string {
  const { merchantId, planId, from, to } = range
  const created = filter.started ? { createdFrom: from, createdTo: to } : {}
  return address('/analytics', {
    tab: 'subscriptions',
    ...keptRange(search),
    status: filter.status,
    ...{ merchantId, planId },
    ...created,
  })
}

/** Of one merchant its own history; of all the tab beside. */
export function redemptionsLink({ search, range, isGlobalView }: LinkScope): string {
  const { from, to, planId, merchantId } = range
  if (!isGlobalView) return address('/redemptions', { tab: 'history', from, to, planId, status: 'completed' })
  return address('/analytics', {
    tab: 'redemptions',
    ...keptRange(search),
    ...{ redeemedFrom: from, redeemedTo: to, redemptionStatus: 'completed', merchantId, planId },
  })
}

function keptRange(search: AnalyticsSearch): Record<string, string | undefined> {
  const keys = ['range', 'from', 'to', 'compare', 'merchant', 'plan'] as const satisfies (keyof RangeSearch)[]
  return Object.fromEntries(keys.map((key) => [key, search[key] === undefined ? undefined : String(search[key])]))
}

function address(path: string, search: Record<string, string | undefined>): string {
  const given = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${path}?${new URLSearchParams(given).toString()}`
}
