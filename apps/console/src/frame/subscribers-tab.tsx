import type { RedemptionTabProps } from '@quaff/features/redemptions/console/redemption-search-widget'
import { SubscriptionList } from '@quaff/features/subscriptions/console/subscription-list-widget'
import {
  subscriptionSearch,
  type SubscriptionSearch,
} from '@quaff/features/subscriptions/console/subscription-search-widget'
import { useUrlSearch } from './use-url-search'

/** Shares the URL's search with the neighboring tabs. */
export function SubscribersTab({ merchantId, search }: RedemptionTabProps) {
  const onSearch = useUrlSearch<SubscriptionSearch>()
  return <SubscriptionList merchantId={merchantId} search={subscriptionSearch.read(search)} onSearch={onSearch} />
}
