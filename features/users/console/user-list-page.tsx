import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { listInputOf } from './list/user-filters'
import { UserExportMenu, UserSelectionBar } from './list/user-export-menu'
import { UserTable } from './list/user-table'
import { UserTiles } from './list/user-tiles'
import { UserTabs } from './list/user-tabs'
import { UserToolbar } from './list/user-toolbar'
import { UserSheet } from './sheet/user-sheet'
import { usersApi } from './user-queries'
import type { UserSearch } from './user-search-widget'
import { useCan, useMerchantSelection, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { userPermissions } from '../permissions'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'

type UserListPageProps = {
  search: UserSearch
  onSearch: (next: Partial<UserSearch>, options?: { replace?: boolean }) => void
}

const nobody: ReadonlySet<string> = new Set()

export function UserListPage({ search, onSearch }: UserListPageProps) {
  const timeZone = useTimeZone()
  const { current, isGlobalView } = useMerchantSelection()
  const scopedTo = isGlobalView ? undefined : current?.id
  const canExport = useCan(userPermissions, 'user.export')
  const [selected, setSelected] = useState(nobody)
  const stats = useQuery(usersApi.stats.queryOptions({ input: { merchantId: scopedTo } }))
  const input = listInputOf(search, timeZone, scopedTo)
  const list = useInfiniteQuery(
    usersApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...input, limit: pageLimits.defaultSize, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  const pages = useLoadedPages(list, search.page ?? 1)
  const common = { search, timeZone, scopedTo, onSearch }

  return (
    <div className="q-stack-loose">
      <PageHeader
        title="Users"
        count={stats.data?.totalUsers}
        actions={
          canExport.allowed && (
            <UserExportMenu
              search={search}
              timeZone={timeZone}
              scopedTo={scopedTo}
              selected={selected}
              total={pages.total}
            />
          )
        }
      />
      {search.action === 'create' && (
        <Notice
          tone="info"
          action={
            <Button variant="quiet" size="sm" onClick={() => onSearch({ action: undefined }, { replace: true })}>
              Dismiss
            </Button>
          }
        >
          Users can not be invited in the console yet.
        </Notice>
      )}
      <UserTiles {...common} />
      <div className="q-stack">
        <UserTabs {...common} />
        <UserToolbar {...common} />
      </div>
      <UserTable
        {...common}
        list={list}
        pages={pages}
        selection={canExport.allowed ? { ids: selected, onChange: setSelected } : undefined}
      />
      {canExport.allowed && <UserSelectionBar selected={selected} onClear={() => setSelected(nobody)} />}
      <UserSheet
        id={search.id}
        rows={pages.rows}
        total={pages.total}
        onOpen={(id) => onSearch({ id }, { replace: true })}
        onClose={() => onSearch({ id: undefined })}
      />
    </div>
  )
}
