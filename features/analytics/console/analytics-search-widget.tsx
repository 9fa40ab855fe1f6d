import {
  validateSubscriptionSearch,
  type SubscriptionSearch,
} from '@quaff/features/subscriptions/console/subscription-search-widget'
import { readOneOf, withoutAbsent } from '@quaff/platform/console/list/filters/search-values'

export const analyticsTabs = ['subscriptions'] as const
export type AnalyticsTab = (typeof analyticsTabs)[number]

/** The tab, and what it keeps in the address. */
export type AnalyticsSearch = SubscriptionSearch & { tab?: AnalyticsTab }

/** Keeps what is valid and drops the rest, so that no address can break the page. */
export function validateAnalyticsSearch(raw: Record<string, unknown>): AnalyticsSearch {
  return withoutAbsent<AnalyticsSearch>({ tab: readOneOf(analyticsTabs, raw.tab), ...validateSubscriptionSearch(raw) })
}
