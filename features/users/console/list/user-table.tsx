import { IconUsers } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { useVisibleColumns } from '@quaff/platform/console/list/columns-menu'
import { DataTable, type Column, type TableSelection } from '@quaff/platform/console/list/data-table'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { ListResult, type LoadedPages } from '@quaff/platform/console/list/paging/list-result'
import { useSteady } from '@quaff/platform/console/list/table/use-steady'
import type { Page } from '@quaff/platform/shared/pagination'
import type { UserRow } from '../../contract'
import { userPermissions } from '../../permissions'
import type { PersonActions } from '../actions/use-person-actions'
import { nameOf } from '../user-commands-widget'
import { userCommands } from '../user-commands-widget'
import { validateUserSearch, type UserSearch } from '../user-search-widget'
import { userColumns } from './user-columns'
import { noUserFilters, shownUserTab, userFilterValues } from './user-filters'

type UserTableProps = {
  list: UseInfiniteQueryResult<InfiniteData<Page<UserRow>>>
  pages: LoadedPages<UserRow>
  search: UserSearch
  timeZone: string
  scopedTo: string | undefined
  selection: TableSelection | undefined
  onAction: PersonActions['start']
  onSearch: (next: Partial<UserSearch>, options?: { replace?: boolean }) => void
}

const menuColumn = (onAction: PersonActions['start']): Column<UserRow> => ({
  id: 'menu',
  header: 'Actions',
  align: 'right',
  card: 'menu',
  cell: (row) => <RecordMenu set={userCommands} row={row} onRun={onAction} />,
})

export function UserTable({ list, pages, search, timeZone, scopedTo, selection, onAction, onSearch }: UserTableProps) {
  const act = useSteady(onAction)
  const columns = useMemo(() => userColumns(timeZone), [timeZone])
  const withMenu = useMemo(() => [...columns, menuColumn(act)], [columns, act])
  const [visible] = useVisibleColumns('users', columns)
  const mayInvite = useCan(userPermissions, 'user.invite')
  const isPending = shownUserTab(search, scopedTo !== undefined) === 'pending'
  return (
    <ListResult
      name="Users"
      query={list}
      pages={pages}
      search={search.q}
      filterCount={Object.keys(userFilterValues(search)).length}
      onClear={() => onSearch(noUserFilters)}
      onLoadMore={(page) => onSearch({ page }, { replace: true })}
      note={`Days are counted in ${timeZone}.`}
      empty={
        <EmptyState
          icon={IconUsers}
          title={isPending ? 'Nobody is waiting' : 'No users here'}
          text={
            isPending
              ? 'Invited people and registrations appear here until they are active.'
              : 'People appear here once they are invited or sign up.'
          }
          action={mayInvite.allowed && <Button onClick={() => onSearch({ action: 'invite' })}>Invite user</Button>}
        />
      }
    >
      {(footer) => (
        <DataTable
          caption="Users"
          columns={withMenu}
          visibleColumns={[...visible, 'menu']}
          rows={pages.rows}
          rowId={(row) => row.id}
          rowLabel={nameOf}
          openId={search.id}
          onOpen={(id) => onSearch({ id })}
          selection={selection}
          sort={{ key: search.sort ?? 'created', direction: search.order ?? 'desc' }}
          onSortChange={({ key, direction }) =>
            onSearch({ ...withoutAbsent(validateUserSearch({ sort: key, order: direction })), page: undefined })
          }
          loading={list.isPending}
          footer={footer}
        />
      )}
    </ListResult>
  )
}
