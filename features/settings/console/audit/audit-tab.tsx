import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DataTable } from '@quaff/platform/console/list/data-table'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { ListResult } from '@quaff/platform/console/list/paging/list-result'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { auditActionText } from '../../audit/rules'
import { settingsApi } from '../settings-queries'
import type { OnSettingsSearch, SettingsSearch } from '../settings-search-widget'
import { actorOf, auditColumns } from './audit-columns'
import { auditFilterOf, auditFilterValues, noAuditFilters } from './audit-filters'
import { AuditSheet } from './audit-sheet'
import { AuditToolbar } from './audit-toolbar'
import { ChainPanel } from './chain-panel'

export function AuditTab({ search, onSearch }: { search: SettingsSearch; onSearch: OnSettingsSearch }) {
  const timeZone = useTimeZone()
  const filter = auditFilterOf(search, timeZone)
  const query = useInfiniteQuery(
    settingsApi.auditLog.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, limit: pageLimits.defaultSize, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  )
  const pages = useLoadedPages(query, search.page ?? 1)
  useFollowedLog()
  const filterCount = Object.keys(auditFilterValues(search)).length + ((search.q ?? search.targetId) ? 1 : 0)
  return (
    <>
      <ChainPanel />
      <div className="q-stack">
        <AuditToolbar search={search} timeZone={timeZone} total={pages.total} onSearch={onSearch} />
        <ListResult
          name="Entries"
          query={query}
          pages={pages}
          filterCount={filterCount}
          onClear={() => onSearch(noAuditFilters)}
          onLoadMore={(page) => onSearch({ page }, { replace: true })}
          note={`Times are of ${timeZone}.`}
          empty={
            <EmptyState
              icon={IconHistory}
              title="Nothing recorded yet"
              text="Every change on the platform appears here."
            />
          }
        >
          {(footer) => (
            <DataTable
              caption="Audit log, newest first"
              columns={auditColumns(timeZone)}
              rows={pages.rows}
              rowId={(row) => row.id}
              rowLabel={(row) => `${auditActionText(row.action)} by ${actorOf(row)}`}
              openId={search.id}
              onOpen={(id) => onSearch({ id })}
              loading={query.isPending}
              footer={footer}
            />
          )}
        </ListResult>
      </div>
      <AuditSheet
        id={search.id}
        rows={pages.rows}
        total={pages.total}
        timeZone={timeZone}
        onOpen={(id) => onSearch({ id }, { replace: true })}
        onClose={() => onSearch({ id: undefined })}
      />
    </>
  )
}

function useFollowedLog() {
  const client = useQueryClient()
  useLiveRefresh(['audit'], () => client.invalidateQueries({ queryKey: settingsApi.auditLog.key() }))
}
