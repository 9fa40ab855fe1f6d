import { IconListCheck } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { RowMenu } from '@quaff/platform/console/frame/commands/row-menu'
import { useVisibleColumns } from '@quaff/platform/console/list/columns-menu'
import { DataTable, type Column, type TableSelection } from '@quaff/platform/console/list/data-table'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { ListResult, type LoadedPages } from '@quaff/platform/console/list/paging/list-result'
import type { Page } from '@quaff/platform/shared/pagination'
import type { Waitlist } from '../../contract'
import type { EntryRow } from '../../entries/contract'
import type { EntryActions } from '../change/use-entry-actions'
import { entryCommands } from '../entry-commands'
import { nameOf } from '../entry-looks'
import { ShareView } from '../lists/share-view'
import { validateWaitlistSearch, type OnWaitlistSearch, type WaitlistSearch } from '../waitlist-search-widget'
import { entryColumns } from './entry-columns'
import { entryFilterValues, noEntryFilters } from './entry-filters'

interface EntryTableProps {
  waitlist: Waitlist
  list: UseInfiniteQueryResult<InfiniteData<Page<EntryRow>>>
  pages: LoadedPages<EntryRow>
  search: WaitlistSearch
  timeZone: string
  selection: TableSelection
  onAction: EntryActions['start']
  onSearch: OnWaitlistSearch
}

export function EntryTable(props: EntryTableProps) {
  const { waitlist, list, pages, search, timeZone, selection, onAction, onSearch } = props
  const columns = entryColumns(timeZone)
  const [visible] = useVisibleColumns('waitlist-entries', columns)
  const menu: Column<EntryRow> = {
    id: 'menu',
    header: 'Actions',
    align: 'right',
    card: 'menu',
    cell: (row) => <RowMenu set={entryCommands} row={row} facts={row} onRun={(action) => onAction(action, [row])} />,
  }
  return (
    <ListResult
      name="People"
      query={list}
      pages={pages}
      search={search.q}
      filterCount={Object.keys(entryFilterValues(search)).length}
      onClear={() => onSearch(noEntryFilters)}
      onLoadMore={(page) => onSearch({ page }, { replace: true })}
      note={`Days are counted in ${timeZone}.`}
      empty={
        <EmptyState
          icon={IconListCheck}
          title="Nobody is on this list yet"
          text="Share the join page, or import people you know."
          action={<ShareView slug={waitlist.slug} />}
        />
      }
    >
      {(footer) => (
        <DataTable
          caption={`People of ${waitlist.name}`}
          columns={[...columns, menu]}
          visibleColumns={[...visible, menu.id]}
          rows={pages.rows}
          rowId={(row) => row.id}
          rowLabel={nameOf}
          rowHref={(row) => `/waitlists?list=${waitlist.id}&id=${row.id}`}
          openId={search.id}
          onOpen={(id) => onSearch({ id })}
          selection={selection}
          sort={{ key: search.sort ?? 'joined', direction: search.order ?? 'desc' }}
          onSortChange={({ key, direction }) =>
            onSearch({ ...withoutAbsent(validateWaitlistSearch({ sort: key, order: direction })), page: undefined })
          }
          loading={list.isPending}
          footer={footer}
        />
      )}
    </ListResult>
  )
}
