import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useConnection, useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { LiveBadge } from '@quaff/platform/console/display/live-badge'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { ExportMenu } from '@quaff/platform/console/list/export-menu'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { downloadFile } from '@quaff/platform/console/rpc'
import type { ExportRedemptionsInput } from '../usage-contract'
import {
  type OnRedemptionSearch,
  redemptionSearch,
  type RedemptionSearch,
  type RedemptionTab,
  redemptionTabs,
} from './redemption-search-widget'
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
  tabs: RedemptionTabs
}

/** Remounts for each merchant, so that no state of one merchant appears under another. */
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

function LiveState() {
  const connection = useConnection()
  return connection === 'down' ? (
    <LiveBadge state="stale" label="Reconnecting" />
  ) : (
    <LiveBadge state="live" label="Live" />
  )
}

function ExportRedemptionsButton({ merchantId }: { merchantId: string }) {
  const exporting = useMutation({
    mutationFn: (input: ExportRedemptionsInput) => downloadFile({ path: '/api/files/redemptions-export', body: input }),
    onError: (error) => notifyError('Couldn’t export redemptions', error.message),
  })
  return (
    <ExportMenu
      loading={exporting.isPending}
      onExport={(format) => exporting.mutate({ merchantId, format, filter: {} })}
    />
  )
}
