import { IconTicket } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useVisibleColumns } from '@quaff/platform/console/list/columns-menu'
import { DataTable, type TableSelection } from '@quaff/platform/console/list/data-table'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { ListResult, type LoadedPages } from '@quaff/platform/console/list/paging/list-result'
import type { Page } from '@quaff/platform/shared/pagination'
import type { SubscriptionListRow } from '../../contract'
import type { ChangeSubscriptionSearch, SubscriptionSearch } from '../subscription-search-widget'
import { subscriptionLooks } from '../subscription-status-pill'
import { subscriptionColumns } from './subscription-columns'
import { noSubscriptionFilters, subscriptionFilterValues } from './subscription-filters'
import { subscriberNameOf } from './subscription-name'
import { listName } from './subscription-toolbar'

type SubscriptionTableProps = {
  list: UseInfiniteQueryResult<InfiniteData<Page<SubscriptionListRow>>>
  pages: LoadedPages<SubscriptionListRow>
  search: SubscriptionSearch
  scopedTo: string | undefined
  maySearch: boolean
  timeZone: string
  selection: TableSelection
  onSearch: ChangeSubscriptionSearch
}

export function SubscriptionTable(props: SubscriptionTableProps) {
  const { list, pages, search, scopedTo, maySearch, timeZone, selection, onSearch } = props
  const isGlobal = scopedTo === undefined
  const { status, endsFrom, endsTo, on } = search
  const columns = useMemo(
    () => subscriptionColumns(timeZone, { isGlobal, isTold: maySearch }, { status, endsFrom, endsTo, on }),
    [timeZone, isGlobal, maySearch, status, endsFrom, endsTo, on],
  )
  const [visible] = useVisibleColumns(listName, columns)
  const filterCount = Object.keys(subscriptionFilterValues(search, scopedTo)).length
  return (
    <ListResult
      name="Subscriptions"
      query={list}
      pages={pages}
      search={maySearch ? search.q : undefined}
      filterCount={filterCount}
      onClear={() => onSearch(noSubscriptionFilters)}
      onLoadMore={(page) => onSearch({ page }, { replace: true })}
      note={`Newest first. Days are counted in ${timeZone}.`}
      empty={
        <EmptyState
          icon={IconTicket}
          title={
            search.status ? `Nobody is ${subscriptionLooks[search.status].label.toLowerCase()}` : 'No subscriptions yet'
          }
          text={search.status ? 'Choose another tab.' : 'Whoever subscribes to a plan in the app appears here.'}
        />
      }
    >
      {(footer) => (
        <DataTable
          caption="Subscriptions, newest first"
          columns={columns}
          visibleColumns={visible}
          rows={pages.rows}
          rowId={(row) => row.id}
          rowLabel={(row) => `${subscriberNameOf(row)}, ${row.planName}`}
          openId={search.id}
          onOpen={(id) => onSearch({ id })}
          selection={selection}
          loading={list.isPending}
          footer={footer}
        />
      )}
    </ListResult>
  )
}
