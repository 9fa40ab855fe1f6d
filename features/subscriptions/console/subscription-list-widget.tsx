import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCan, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useSelection } from '@quaff/platform/console/list/bulk/use-selection'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { subscriptionPermissions } from '../permissions'
import { SubscriptionExportMenu, SubscriptionSelectionBar } from './list/subscription-export-menu'
import { subscriptionFilterOf } from './list/subscription-filters'
import { SubscriptionTable } from './list/subscription-table'
import { SubscriptionTabs } from './list/subscription-tabs'
import { SubscriptionToolbar, SubscriptionViews } from './list/subscription-toolbar'
import { useSubscriptionRefresh } from './list/use-subscription-refresh'
import { subscriptionsApi } from './subscription-queries'
import type { ChangeSubscriptionSearch, SubscriptionSearch } from './subscription-search-widget'

const PlanGroupsView = deferred(async () => (await import('./list/plan-groups-view')).PlanGroupsView)
const SubscriptionSheet = deferred(async () => (await import('./sheet/subscription-sheet')).SubscriptionSheet)

type SubscriptionListProps = {
  /** Of this merchant only; all that may be seen without it. */
  merchantId?: string
  search: SubscriptionSearch
  onSearch: ChangeSubscriptionSearch
}

/** Subscriptions by status, newest first, or the newest of each plan; the open one in a sheet. */
export function SubscriptionList({ merchantId: scopedTo, search, onSearch }: SubscriptionListProps) {
  const timeZone = useTimeZone()
  const maySearch = useCan(subscriptionPermissions, 'subscription.search').allowed
  const filter = subscriptionFilterOf(search, { timeZone, scopedTo, maySearch })
  const isByPlan = search.view === 'plans'
  useSubscriptionRefresh(filter.merchantId)
  const selection = useSelection(JSON.stringify(filter))
  const list = useInfiniteQuery(
    subscriptionsApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, limit: pageLimits.defaultSize, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
      enabled: !isByPlan,
    }),
  )
  const pages = useLoadedPages(list, search.page ?? 1)
  const common = { search, scopedTo, maySearch, timeZone, onSearch }
  return (
    <div className="q-stack">
      <SubscriptionViews search={search} onSearch={onSearch} />
      {isByPlan ? (
        <PlanGroupsView {...common} merchantId={filter.merchantId} />
      ) : (
        <>
          <SubscriptionTabs search={search} merchantId={filter.merchantId} onSearch={onSearch} />
          <SubscriptionToolbar {...common}>
            <SubscriptionExportMenu filter={filter} selection={selection} total={pages.total} />
          </SubscriptionToolbar>
          <SubscriptionTable {...common} list={list} pages={pages} selection={selection} />
          {selection.isUsed && <SubscriptionSelectionBar selection={selection} />}
        </>
      )}
      {search.id !== undefined && (
        <SubscriptionSheet
          id={search.id}
          rows={isByPlan ? [] : pages.rows}
          total={pages.total}
          onOpen={(id) => onSearch({ id }, { replace: true })}
          onClose={() => onSearch({ id: undefined })}
        />
      )}
    </div>
  )
}
