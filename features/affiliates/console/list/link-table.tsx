import { IconLink } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { DataTable, type Column, type TableSelection } from '@quaff/platform/console/list/data-table'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { ListResult, type LoadedPages } from '@quaff/platform/console/list/paging/list-result'
import type { Page } from '@quaff/platform/shared/pagination'
import type { AffiliateLink } from '../../contract'
import type { AffiliateSearch, OnAffiliateSearch } from '../affiliate-search-widget'
import type { StartLinkAction } from '../change/use-link-actions'
import { linkCommands } from '../link-commands-widget'
import type { LinkRights } from '../use-link-rights'
import { linkFilterValues, noLinkFilters } from './link-filters'

type LinkTableProps = {
  list: UseInfiniteQueryResult<InfiniteData<Page<AffiliateLink>>>
  pages: LoadedPages<AffiliateLink>
  search: AffiliateSearch
  scopedTo: string | undefined
  rights: LinkRights
  columns: Column<AffiliateLink>[]
  visible: readonly string[]
  selection: TableSelection
  onAction: StartLinkAction
  onSearch: OnAffiliateSearch
}

export function LinkTable(props: LinkTableProps) {
  const { list, pages, search, scopedTo, rights, columns, visible, selection, onAction, onSearch } = props
  const menu: Column<AffiliateLink> = {
    id: 'menu',
    header: 'Actions',
    align: 'right',
    card: 'menu',
    cell: (row) => <RecordMenu set={linkCommands} row={row} onRun={onAction} />,
  }
  return (
    <ListResult
      name="Affiliate links"
      query={list}
      pages={pages}
      search={search.q}
      filterCount={Object.keys(linkFilterValues(search, scopedTo)).length}
      onClear={() => onSearch(noLinkFilters)}
      onLoadMore={(page) => onSearch({ page }, { replace: true })}
      note="Newest first."
      empty={<NoLinks search={search} rights={rights} onSearch={onSearch} />}
    >
      {(footer) => (
        <DataTable
          caption="Affiliate links, newest first"
          columns={[...columns, menu]}
          visibleColumns={[...visible, menu.id]}
          rows={pages.rows}
          rowId={(row) => row.id}
          rowLabel={(row) => row.name}
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

function NoLinks({ search, rights, onSearch }: Pick<LinkTableProps, 'search' | 'rights' | 'onSearch'>) {
  if (search.status === 'archived')
    return (
      <EmptyState
        icon={IconLink}
        title="No link is archived"
        text="Archived links keep their figures and lead to the neutral page."
      />
    )
  return (
    <EmptyState
      icon={IconLink}
      title="No affiliate links yet"
      text="One use: a table tent with a QR code. Make a link for it, print the code, and see how many guests came from the tables."
      action={
        <PermissionButton
          variant="primary"
          disabledReason={rights.createReason}
          onClick={() => onSearch({ action: 'create' })}
        >
          Create link
        </PermissionButton>
      }
    />
  )
}
