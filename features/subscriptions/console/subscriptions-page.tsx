import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { SubscriptionList } from './subscription-list-widget'
import type { ChangeSubscriptionSearch, SubscriptionSearch } from './subscription-search-widget'

type SubscriptionsPageProps = { search: SubscriptionSearch; onSearch: ChangeSubscriptionSearch }

/** Each merchant has its own page state, so data of one never appears under another. */
export function SubscriptionsPage(props: SubscriptionsPageProps) {
  const { current, isGlobalView } = useMerchantSelection()
  const merchant = isGlobalView ? null : current
  return (
    <div className="q-stack-loose">
      <PageHeader title="Subscriptions" description={merchant?.name ?? 'All merchants'} />
      <SubscriptionList key={merchant?.id} merchantId={merchant?.id} {...props} />
    </div>
  )
}
