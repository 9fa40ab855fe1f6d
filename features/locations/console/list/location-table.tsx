import { IconMapPin } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useVisibleColumns } from '@quaff/platform/console/list/columns-menu'
import { DataTable } from '@quaff/platform/console/list/data-table'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { ListResult, type LoadedPages } from '@quaff/platform/console/list/paging/list-result'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'
import { pageLimits } from '@quaff/platform/shared/pagination'
import type { LocationRow } from '../../contract'
import { locationsApi } from '../location-queries'
import type { LocationSearch } from '../location-search-widget'
import { locationColumns, withMenu } from './location-columns'
import { noLocationFilters, shownSort } from './location-filters'
import { sortSearch } from './location-toolbar'

/** Mount it anew for another merchant: rows stay while the next ones load. */
export function useLocationList(merchantId: string, search: LocationSearch) {
  const { key: sort, direction: order } = shownSort(search)
  const input = { merchantId, q: search.q, status: search.status, sort, order, limit: pageLimits.defaultSize }
  const list = useInfiniteQuery(
    locationsApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...input, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  return { list, pages: useLoadedPages(list, search.page ?? 1) }
}

interface LocationTableProps {
  list: ReturnType<typeof useLocationList>['list']
  pages: LoadedPages<LocationRow>
  search: LocationSearch
  timeZone: string
  onSearch: (next: Partial<LocationSearch>, options?: { replace?: boolean }) => void
  menu: (row: LocationRow) => ReactNode
  /** The one thing to do where there is no location yet. */
  emptyAction: ReactNode
  /** Inside another record: fewer columns, whatever was chosen for the page. */
  narrow?: boolean
}

const narrowColumns = ['name', 'status', 'redemptions', 'menu']

export function LocationTable({
  list,
  pages,
  search,
  timeZone,
  onSearch,
  menu,
  emptyAction,
  narrow,
}: LocationTableProps) {
  const columns = locationColumns(timeZone, narrow)
  const [visible] = useVisibleColumns('locations', columns)
  return (
    <ListResult
      name="Locations"
      query={list}
      pages={pages}
      search={search.q}
      filterCount={search.status ? 1 : 0}
      onClear={() => onSearch(noLocationFilters)}
      onLoadMore={(page) => onSearch({ page }, { replace: true })}
      note={`Redeemed in the last 30 days, counted in ${timeZone}.`}
      empty={
        <EmptyState
          icon={IconMapPin}
          title="No locations yet"
          text="Passes are redeemed at a location, so subscribers need at least one to go to."
          action={emptyAction}
        />
      }
    >
      {(footer) => (
        <DataTable
          caption="Locations"
          columns={withMenu(columns, menu)}
          visibleColumns={narrow ? narrowColumns : [...visible, 'menu']}
          rows={pages.rows}
          rowId={(row) => row.id}
          rowLabel={(row) => row.name}
          openId={search.id}
          onOpen={(id) => onSearch({ id, action: undefined })}
          sort={shownSort(search)}
          onSortChange={({ key, direction }) => onSearch(sortSearch(key, direction))}
          loading={list.isPending}
          skeletonRows={6}
          footer={footer}
        />
      )}
    </ListResult>
  )
}
