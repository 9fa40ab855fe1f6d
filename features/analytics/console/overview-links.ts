import type { SubscriptionStatus } from '@quaff/features/subscriptions/contract'
import { shiftDayKey } from '../range-rules'
import { shiftMonth } from '../usage-rules'
import type { AnalyticsSearch, RangeSearch } from './analytics-search-widget'
import type { AnalyticsRange } from './use-analytics-range'

export type LinkScope = { search: AnalyticsSearch; range: AnalyticsRange; isGlobalView: boolean }
export type EconomicsPanelProps = { scope: LinkScope }

/** These panels say what they compare with themselves. */
export const filtersOf = ({ compare: _compare, ...filters }: AnalyticsRange) => filters

/** Days of the list's own filters. */
type ListDays = 'createdFrom' | 'createdTo' | 'canceledFrom' | 'canceledTo' | 'on' | 'runningAt'

export const endingLink = (scope: LinkScope) => subscriptionsLink(scope, { ending: 'true' })

export const canceledLink = (scope: LinkScope, { from, to }: { from: string; to: string }) =>
  subscriptionsLink(scope, { status: 'canceled', canceledFrom: from, canceledTo: to })

export const cancellationsLink = ({ search }: LinkScope) =>
  address('/analytics', { tab: 'cancellations', ...keptRange(search) })

export function subscriptionsLink(
  { range: { merchantId, planId } }: LinkScope,
  filter: { status?: SubscriptionStatus; ending?: 'true' } & Partial<Record<ListDays, string>>,
): string {
  return address('/subscriptions', { merchantId, planId, ...filter })
}

/** Links to subscriptions that started in the month and were not canceled before the n-th month after it. */
export function cohortLink(scope: LinkScope, { month }: { month: string }, { months }: { months: number }): string {
  return subscriptionsLink(scope, {
    createdFrom: `${month}-01`,
    createdTo: shiftDayKey(`${shiftMonth(month, 1)}-01`, -1),
    ...(months > 0 && { runningAt: `${shiftMonth(month, months)}-01` }),
  })
}

/** Links one merchant to its own history, and global view to the redemptions tab. `slot` is an hour of the week. */
export function redemptionsLink({ search, range, isGlobalView }: LinkScope, slot?: string): string {
  const { from, to, planId, merchantId } = range
  if (!isGlobalView) return address('/redemptions', { tab: 'history', from, to, planId, status: 'completed', slot })
  return address('/analytics', {
    tab: 'redemptions',
    ...keptRange(search),
    redeemedFrom: from,
    redeemedTo: to,
    redemptionStatus: 'completed',
    slot,
    merchantId,
    planId,
  })
}

function keptRange(search: AnalyticsSearch): Record<string, string | undefined> {
  const keys = ['range', 'from', 'to', 'compare', 'merchant', 'plan'] as const satisfies (keyof RangeSearch)[]
  return Object.fromEntries(keys.map((key) => [key, search[key] === undefined ? undefined : String(search[key])]))
}

/** Opens the list behind a bar of the bridge, of the range shown or of `days`. */
export const changeLink = ({ search }: LinkScope, change: string, days?: { from: string; to: string }) =>
  address('/analytics', {
    ...keptRange(search),
    plan: undefined,
    ...(days && { range: 'custom', from: days.from, to: days.to }),
    currency: search.currency,
    change,
  })

export const subscriptionLink = (id: string) => address('/subscriptions', { id })

function address(path: string, search: Record<string, string | undefined>): string {
  const given = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${path}?${new URLSearchParams(given).toString()}`
}
