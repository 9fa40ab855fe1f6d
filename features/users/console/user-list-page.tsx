import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import {
  useCan,
  useCommandFacts,
  useMerchantSelection,
  useTimeZone,
} from '@quaff/features/sessions/console/session-widget'
import { useRowCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { useSelection } from '@quaff/platform/console/list/bulk/use-selection'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { userPermissions } from '../permissions'
import { PersonDialogs } from './actions/person-dialogs-section'
import { usePersonActions } from './actions/use-person-actions'
import { InviteUser } from './invite/invite-user-section'
import { UserExportMenu } from './list/user-export-menu'
import { listInputOf, userFilterOf } from './list/user-filters'
import { UserTable } from './list/user-table'
import { UserTabs } from './list/user-tabs'
import { UserTiles } from './list/user-tiles'
import { UserToolbar } from './list/user-toolbar'
import { noPersonParts, type PersonSheetParts } from './sheet/person-sheet-parts-widget'
import { UserSheet } from './sheet/user-sheet'
import { usePeopleRefresh } from './use-people-refetch'
import { userCommands } from './user-commands-widget'
import { usersApi } from './user-queries'
import type { UserSearch } from './user-search-widget'

type UserListPageProps = {
  search: UserSearch
  onSearch: (next: Partial<UserSearch>, options?: { replace?: boolean }) => void
  /** What other features draw inside an open person. */
  parts?: PersonSheetParts
}

const UserSelectionToolbar = lazy(async () => ({
  default: (await import('./list/user-selection-toolbar')).UserSelectionToolbar,
}))

export function UserListPage({ search, onSearch, parts = noPersonParts }: UserListPageProps) {
  const timeZone = useTimeZone()
  const { current, isGlobalView } = useMerchantSelection()
  const scopedTo = isGlobalView ? undefined : current?.id
  const canExport = useCan(userPermissions, 'user.export')
  const canResend = useCan(userPermissions, 'user.resendInvitation')
  usePeopleRefresh()
  const stats = useQuery(usersApi.stats.queryOptions({ input: { merchantId: scopedTo } }))
  const input = listInputOf(search, timeZone, scopedTo)
  const filter = userFilterOf(search, timeZone, scopedTo)
  const selection = useSelection(JSON.stringify(filter))
  const list = useInfiniteQuery(
    usersApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...input, limit: pageLimits.defaultSize, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  const pages = useLoadedPages(list, search.page ?? 1)
  const actions = usePersonActions((id) => {
    if (id === search.id) onSearch({ id: undefined })
  })
  useRowCommands(userCommands, pages.rows, useCommandFacts(), actions.start)
  const common = { search, timeZone, scopedTo, onSearch }

  return (
    <div className="q-stack-loose">
      <PageHeader
        title="Users"
        count={stats.data?.totalUsers}
        actions={
          <>
            {canExport.allowed && <UserExportMenu {...common} selection={selection} total={pages.total} />}
            <InviteUser
              opened={search.action !== undefined}
              onOpen={() => onSearch({ action: 'invite' })}
              onClose={() => onSearch({ action: undefined }, { replace: true })}
              onShow={(id) => onSearch({ id, action: undefined })}
            />
          </>
        }
      />
      <UserTiles {...common} />
      <div className="q-stack">
        <UserTabs {...common} />
        <UserToolbar {...common} />
      </div>
      <UserTable
        {...common}
        list={list}
        pages={pages}
        onAction={actions.start}
        selection={canExport.allowed || canResend.allowed ? selection : undefined}
      />
      <Suspense fallback={null}>
        {selection.isUsed && <UserSelectionToolbar selection={selection} filter={filter} total={pages.total} />}
      </Suspense>
      <UserSheet
        id={search.id}
        rows={pages.rows}
        total={pages.total}
        parts={parts}
        onAction={actions.start}
        onOpen={(id) => onSearch({ id }, { replace: true })}
        onClose={() => onSearch({ id: undefined })}
      />
      <PersonDialogs actions={actions} />
    </div>
  )
}
