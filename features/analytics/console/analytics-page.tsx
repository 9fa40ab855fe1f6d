import { useId } from 'react'
import { analyticsTabs, type AnalyticsSearch, type AnalyticsTab } from './analytics-search-widget'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { SubscriptionList } from '@quaff/features/subscriptions/console/subscription-list-widget'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'

interface AnalyticsPageProps {
  search: AnalyticsSearch
  onSearch: (next: Partial<AnalyticsSearch>, options?: { replace?: boolean }) => void
}

const labels = { subscriptions: 'Subscriptions' } as const satisfies Record<AnalyticsTab, string>

/** Of all merchants; of one while it is chosen. Each has its own page state: nothing of one is shown under another. */
export function AnalyticsPage({ search, onSearch }: AnalyticsPageProps) {
  const { current, isGlobalView } = useMerchantSelection()
  const panelId = useId()
  const merchantId = isGlobalView ? undefined : current?.id
  const tab = search.tab ?? 'subscriptions'
  return (
    <div className="q-stack-loose">
      <PageHeader title="Analytics" description={isGlobalView ? 'All merchants' : current?.name} />
      <ListTabs
        label="Analytics"
        tabs={analyticsTabs.map((id) => ({ id, label: labels[id] }))}
        value={tab}
        onChange={(id) => onSearch({ tab: id })}
        controls={panelId}
      />
      <div id={panelId} role="tabpanel" aria-label={labels[tab]}>
        <SubscriptionList key={merchantId} merchantId={merchantId} search={search} onSearch={onSearch} />
      </div>
    </div>
  )
}
