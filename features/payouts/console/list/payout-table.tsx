import { IconCash } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '@quaff/platform/console/controls/button'
import { DataTable, type Column, type TableSelection } from '@quaff/platform/console/list/data-table'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { ListResult, type LoadedPages } from '@quaff/platform/console/list/paging/list-result'
import type { Page } from '@quaff/platform/shared/pagination'
import type { PayoutRow } from '../../contract'
import { payoutName } from '../payout-commands-widget'
import { validatePayoutSearch, type ChangePayoutSearch, type PayoutSearch } from '../payout-search-widget'
import { payoutLooks } from '../payout-status-pill'
import { noPayoutFilters, payoutFilterValues } from './payout-filters'

type PayoutTableProps = {
  list: UseInfiniteQueryResult<InfiniteData<Page<PayoutRow>>>
  pages: LoadedPages<PayoutRow>
  search: PayoutSearch
  scopedTo: string | undefined
  timeZone: string
  isManager: boolean
  columns: Column<PayoutRow>[]
  visible: readonly string[]
  selection: TableSelection | undefined
  menu: Column<PayoutRow> | undefined
  onSearch: ChangePayoutSearch
}

export function PayoutTable(props: PayoutTableProps) {
  const { list, pages, search, scopedTo, timeZone, isManager, columns, visible, selection, menu, onSearch } = props
  return (
    <ListResult
      name="Payouts"
      query={list}
      pages={pages}
      search={scopedTo === undefined ? search.q : undefined}
      filterCount={Object.keys(payoutFilterValues(search, scopedTo)).length}
      onClear={() => onSearch(noPayoutFilters)}
      onLoadMore={(page) => onSearch({ page }, { replace: true })}
      note={`A period is a calendar month of ${timeZone}.`}
      empty={
        <EmptyState
          icon={IconCash}
          title={search.status ? `No payout is ${payoutLooks[search.status].label.toLowerCase()}` : 'No payouts yet'}
          text={emptyText(search, isManager)}
          action={
            isManager &&
            search.status === undefined && (
              <Button onClick={() => onSearch({ action: 'generate' })}>Generate payouts</Button>
            )
          }
        />
      }
    >
      {(footer) => (
        <DataTable
          caption={search.sort === undefined && search.order === undefined ? 'Payouts, newest period first' : 'Payouts'}
          sort={{ key: search.sort ?? 'period', direction: search.order ?? 'desc' }}
          onSortChange={({ key, direction }) =>
            onSearch({ ...withoutAbsent(validatePayoutSearch({ sort: key, order: direction })), page: undefined })
          }
          columns={menu ? [...columns, menu] : columns}
          visibleColumns={[...visible, 'menu']}
          rows={pages.rows}
          rowId={(row) => row.id}
          rowLabel={(row) => `${payoutName(row)}, ${row.currency.toUpperCase()}`}
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

function emptyText({ status }: PayoutSearch, isManager: boolean): string {
  if (status !== undefined) return 'Choose another tab.'
  return isManager
    ? 'Once a month has ended, payouts are generated from what was charged in it.'
    : 'A statement appears here as soon as the payout of a month is approved.'
}
