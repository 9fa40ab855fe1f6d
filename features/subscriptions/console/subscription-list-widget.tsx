import { useQuery } from '@tanstack/react-query'
import { useCan, useFiguresTimeZone } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import { ExportSelected } from '@quaff/platform/console/list/record/export-selected'
import { RecordList } from '@quaff/platform/console/list/record/record-list'
import { useRecordList } from '@quaff/platform/console/list/record/use-record-list'
import { subscriptionPermissions } from '../permissions'
import { subscriptionList } from './subscription-list'
import { subscriptionsApi } from './subscription-queries'
import type { ChangeSubscriptionSearch, SubscriptionSearch } from './subscription-search-widget'
import { SubscriptionViews } from './subscription-views-toolbar'
import { useSubscriptionRefresh } from './use-subscription-refresh'

const PlanGroupsView = deferred(async () => (await import('./plan-groups-view')).PlanGroupsView)
const SubscriptionSheet = deferred(async () => (await import('./subscription-sheet')).SubscriptionSheet)

type SubscriptionListProps = {
  /** Of this merchant only; all that may be seen without it. */
  merchantId?: string
  search: SubscriptionSearch
  onSearch: ChangeSubscriptionSearch
}

/** Subscriptions by status, newest first, or the newest of each plan; the open one in a sheet. */
export function SubscriptionList({ merchantId: scopedTo, search, onSearch }: SubscriptionListProps) {
  const timeZone = useFiguresTimeZone()
  const maySearch = useCan(subscriptionPermissions, 'subscription.search').allowed
  const isByPlan = search.view === 'plans'
  const { status, endsFrom, endsTo, on } = search
  const list = useRecordList(subscriptionList, {
    search,
    onSearch,
    facts: { scopedTo, timeZone, maySearch, shown: { status, endsFrom, endsTo, on } },
    enabled: !isByPlan,
  })
  const { merchantId } = list.filter
  useSubscriptionRefresh(merchantId)
  // Of the merchant, or of all: further filters do not change them.
  const counts = useQuery(subscriptionsApi.counts.queryOptions({ input: { merchantId }, enabled: !isByPlan }))
  return (
    <div className="q-stack">
      <SubscriptionViews search={search} onSearch={onSearch} />
      {isByPlan ? (
        <PlanGroupsView search={search} timeZone={timeZone} onSearch={onSearch} merchantId={merchantId} />
      ) : (
        <RecordList list={list} counts={counts.data} countedBy={['merchantId']} />
      )}
      {!isByPlan && (
        <BulkBar {...list.bulk}>
          <ExportSelected list={list} />
        </BulkBar>
      )}
      {search.id !== undefined && (
        <SubscriptionSheet {...list.sheet} id={search.id} rows={isByPlan ? [] : list.pages.rows} />
      )}
    </div>
  )
}
