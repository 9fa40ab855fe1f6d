import { useId } from 'react'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { ExportRedemptionsButton } from '../history/console/export-redemptions-button'
import { LiveState } from '../live/console/live-state-badge'
import { redemptionSearch, redemptionTabs } from './redemption-search-widget'
import type { OnRedemptionSearch, RedemptionSearch, RedemptionTab } from './redemption-search-widget'
import { ownTabs, type RedemptionTabs } from './redemption-tabs-widget'

const labels = {
  live: 'Live counter',
  history: 'History',
  insights: 'Insights',
  subscribers: 'Subscribers',
} as const satisfies Record<RedemptionTab, string>

interface RedemptionPageProps {
  search: RedemptionSearch
  onSearch: OnRedemptionSearch
  /** Tabs of other features. */
  tabs: RedemptionTabs
}

/** How the day goes at one merchant. Each merchant has its own page state: nothing of one is shown under another. */
export function RedemptionPage(props: RedemptionPageProps) {
  const { current } = useMerchantSelection()
  return current && <RedemptionsOf key={current.id} {...props} merchantId={current.id} />
}

function RedemptionsOf({ merchantId, search, onSearch, tabs: given }: RedemptionPageProps & { merchantId: string }) {
  const panelId = useId()
  const parts = { ...ownTabs, ...given }
  const shown = redemptionTabs.filter((id) => parts[id] !== undefined)
  const tab = shown.find((id) => id === search.tab) ?? 'live'
  const Part = parts[tab]
  return (
    <div className="q-stack-loose">
      <PageHeader
        title="Usage & Redemptions"
        actions={
          <>
            <LiveState />
            {tab === 'live' && <ExportRedemptionsButton merchantId={merchantId} />}
          </>
        }
      />
      <ListTabs
        label="Usage"
        tabs={shown.map((id) => ({ id, label: labels[id] }))}
        value={tab}
        onChange={(id) => onSearch({ ...redemptionSearch.read({}), tab: id === 'live' ? undefined : id })}
        controls={panelId}
      />
      <div id={panelId} role="tabpanel" aria-label={labels[tab]} className="q-stack-loose">
        {Part && <Part key={tab} merchantId={merchantId} search={search} onSearch={onSearch} />}
      </div>
    </div>
  )
}
