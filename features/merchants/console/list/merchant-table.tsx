import { IconBuildingStore, IconDots } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Button, IconButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useVisibleColumns } from '@quaff/platform/console/list/columns-menu'
import { DataTable, type Column, type TableSelection } from '@quaff/platform/console/list/data-table'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { ListResult, type LoadedPages } from '@quaff/platform/console/list/paging/list-result'
import { useSteady } from '@quaff/platform/console/list/table/use-steady'
import type { Page } from '@quaff/platform/shared/pagination'
import type { MerchantRow } from '../../contract'
import { validateMerchantSearch, type MerchantSearch } from '../merchant-search-widget'
import { merchantColumns } from './merchant-columns'
import { merchantFilterValues, noMerchantFilters } from './merchant-filters'

type MerchantTableProps = {
  list: UseInfiniteQueryResult<InfiniteData<Page<MerchantRow>>>
  pages: LoadedPages<MerchantRow>
  search: MerchantSearch
  timeZone: string
  selection: TableSelection
  onSearch: (next: Partial<MerchantSearch>, options?: { replace?: boolean }) => void
  onCreate: () => void
}

// Nobody opens a menu before the list is there: the first page does without its code.
const MerchantRowMenu = deferred(
  async () => (await import('./merchant-row-menu')).MerchantRowMenu,
  <IconButton icon={IconDots} label="More actions" size="sm" disabled />,
)
const MerchantRowKeys = deferred(async () => (await import('./merchant-row-menu')).MerchantRowKeys)
const menuColumn = (onOpen: (id: string) => void): Column<MerchantRow> => ({
  id: 'menu',
  header: 'Actions',
  align: 'right',
  card: 'menu',
  cell: (row) => <MerchantRowMenu merchant={row} onOpen={onOpen} />,
})

export function MerchantTable({ list, pages, search, timeZone, selection, onSearch, onCreate }: MerchantTableProps) {
  const open = useSteady((id: string) => onSearch({ id }))
  const columns = useMemo(() => merchantColumns(timeZone), [timeZone])
  const withMenu = useMemo(() => [...columns, menuColumn(open)], [columns, open])
  const [visible] = useVisibleColumns('merchants', columns)
  return (
    <ListResult
      name="Merchants"
      query={list}
      pages={pages}
      search={search.q}
      filterCount={Object.keys(merchantFilterValues(search)).length}
      onClear={() => onSearch(noMerchantFilters)}
      onLoadMore={(page) => onSearch({ page }, { replace: true })}
      note={`Days are counted in ${timeZone}.`}
      empty={
        search.tab ? (
          <EmptyState
            icon={IconBuildingStore}
            title="No merchants here"
            text="No merchant is in this state right now."
          />
        ) : (
          <EmptyState
            icon={IconBuildingStore}
            title="No merchants yet"
            text="They appear here once they sign up through a signup form, or you create them."
            action={<Button onClick={onCreate}>Create merchant</Button>}
          />
        )
      }
    >
      {(footer) => (
        <>
          <MerchantRowKeys rows={pages.rows} onOpen={open} />
          <DataTable
            caption="Merchants"
            columns={withMenu}
            visibleColumns={[...visible, 'menu']}
            rows={pages.rows}
            rowId={(row) => row.id}
            rowLabel={(row) => row.name}
            openId={search.id}
            onOpen={open}
            selection={selection}
            sort={{ key: search.sort ?? 'name', direction: search.order ?? 'desc' }}
            onSortChange={({ key, direction }) =>
              onSearch({ ...withoutAbsent(validateMerchantSearch({ sort: key, order: direction })), page: undefined })
            }
            loading={list.isPending}
            footer={footer}
          />
        </>
      )}
    </ListResult>
  )
}
