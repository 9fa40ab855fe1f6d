import { useId, type ComponentType } from 'react'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { SkeletonText } from '@quaff/platform/console/display/panel'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import {
  type AnalyticsSearch,
  type AnalyticsTab,
  analyticsTabs,
  type ChangeAnalyticsSearch,
} from './analytics-search-widget'

interface AnalyticsPageProps {
  search: AnalyticsSearch
  onSearch: ChangeAnalyticsSearch
}

const labels = {
  overview: 'Overview',
  cancellations: 'Cancellations',
  redemptions: 'Redemptions',
} as const satisfies Record<AnalyticsTab, string>

const skeleton = <SkeletonText lines={8} />

const parts: Partial<Record<AnalyticsTab, ComponentType<AnalyticsPageProps & { merchantId: string | undefined }>>> = {
  overview: deferred(async () => (await import('./overview-tab')).OverviewTab, skeleton),
  cancellations: deferred(async () => (await import('./cancellations-tab')).CancellationsTab, skeleton),
  redemptions: deferred(async () => (await import('./redemptions-tab')).RedemptionsTab, skeleton),
}

/** Each merchant has its own page state, so data of one never appears under another. */
export function AnalyticsPage({ search, onSearch }: AnalyticsPageProps) {
  const { current, isGlobalView } = useMerchantSelection()
  const panelId = useId()
  const merchantId = isGlobalView ? undefined : current?.id
  const shown = analyticsTabs.filter((id) => parts[id] !== undefined)
  const tab = shown.find((id) => id === search.tab) ?? 'overview'
  const Part = parts[tab]
  return (
    <div className="q-stack-loose">
      <PageHeader title="Analytics" description={isGlobalView ? 'All merchants' : current?.name} />
      <ListTabs
        label="Analytics"
        tabs={shown.map((id) => ({ id, label: labels[id] }))}
        value={tab}
        onChange={(id) =>
          onSearch({
            tab: id === 'overview' ? undefined : id,
            redemption: undefined,
            page: undefined,
            change: undefined,
          })
        }
        controls={panelId}
      />
      <div id={panelId} role="tabpanel" aria-label={labels[tab]} className="q-stack-loose">
        {Part && (
          <Part key={`${tab} ${merchantId ?? ''}`} merchantId={merchantId} search={search} onSearch={onSearch} />
        )}
      </div>
    </div>
  )
}
