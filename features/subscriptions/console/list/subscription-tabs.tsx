import { useQuery } from '@tanstack/react-query'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { subscriptionStatuses, type SubscriptionStatus } from '../../contract'
import { subscriptionsApi } from '../subscription-queries'
import type { ChangeSubscriptionSearch, SubscriptionSearch } from '../subscription-search-widget'
import { subscriptionLooks } from '../subscription-status-pill'

type Tab = SubscriptionStatus | 'all'
const tabs: readonly Tab[] = ['all', ...subscriptionStatuses]

type SubscriptionTabsProps = {
  search: SubscriptionSearch
  merchantId: string | undefined
  onSearch: ChangeSubscriptionSearch
}

/** The counts are of the merchant, or of all: further filters do not change them. */
export function SubscriptionTabs({ search, merchantId, onSearch }: SubscriptionTabsProps) {
  const counts = useQuery(subscriptionsApi.counts.queryOptions({ input: { merchantId } }))
  return (
    <ListTabs<Tab>
      label="Subscriptions by status"
      tabs={tabs.map((id) => ({
        id,
        label: id === 'all' ? 'All' : subscriptionLooks[id].label,
        count: counts.data?.[id],
      }))}
      value={search.status ?? 'all'}
      onChange={(tab) => onSearch({ status: tab === 'all' ? undefined : tab, page: undefined })}
    />
  )
}
