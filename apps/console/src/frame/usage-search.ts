import { redemptionSearch, type RedemptionSearch } from '@quaff/features/redemptions/console/redemption-search-widget'
import { subscriptionSearch } from '@quaff/features/subscriptions/console/subscription-search-widget'

export function validateUsageSearch(raw: Record<string, unknown>): RedemptionSearch {
  const search = redemptionSearch.read(raw)
  if (search.tab !== 'subscribers') return search
  const own: object = subscriptionSearch.read(raw)
  return { tab: 'subscribers', ...own }
}
