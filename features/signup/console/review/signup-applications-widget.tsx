import { IconBuildingStore } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DataTable } from '@quaff/platform/console/list/data-table'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { ListResult } from '@quaff/platform/console/list/paging/list-result'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'
import { pageLimits } from '@quaff/platform/shared/pagination'
import type { SignupStatus } from '../../contract'
import { reviewLooks } from './review-status-pill-widget'
import { signupColumns } from './signup-columns'
import { signupApi } from './signup-queries'
import { SignupSheet } from './signup-sheet'

/** The part of the page's address that this list lives in. */
export type ApplicationsSearch = { status?: SignupStatus; q?: string; id?: string; page?: number }

interface SignupApplicationsProps {
  search: ApplicationsSearch
  onSearch: (next: ApplicationsSearch, options?: { replace?: boolean }) => void
  /** Address of the row's own page, for a link that opens in a new tab. */
  hrefOf: (signupId: string) => string
}

const tabs = [
  { id: 'all', label: 'All' },
  { id: 'submitted', label: reviewLooks.submitted.label },
  { id: 'approved', label: reviewLooks.approved.label },
  { id: 'rejected', label: reviewLooks.rejected.label },
] as const

/** What came in by the partner pages, newest first. */
export function SignupApplications({ search, onSearch, hrefOf }: SignupApplicationsProps) {
  const timeZone = useTimeZone()
  const { status, q, id, page } = search
  const list = useInfiniteQuery(
    signupApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...(status && { status }),
        ...(q && { q }),
        limit: pageLimits.defaultSize,
        cursor,
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  const pages = useLoadedPages(list, page ?? 1)
  return (
    <div className="q-list-head">
      <ListTabs
        label="Status"
        tabs={tabs}
        value={status ?? 'all'}
        onChange={(tab) => onSearch({ status: tab === 'all' ? undefined : tab, page: undefined })}
      />
      <ListToolbar
        query={q ?? ''}
        onQueryChange={(typed) => onSearch({ q: typed || undefined, page: undefined }, { replace: true })}
        placeholder="Search business, person, email, reference"
        searchLabel="Search applications"
      />
      <ListResult
        name="Applications"
        query={list}
        pages={pages}
        search={q}
        filterCount={status ? 1 : 0}
        onClear={() => onSearch({ status: undefined, q: undefined, page: undefined })}
        onLoadMore={(next) => onSearch({ page: next }, { replace: true })}
        empty={
          <EmptyState
            icon={IconBuildingStore}
            title="No applications yet"
            text="Venues that apply on the partner pages appear here."
          />
        }
      >
        {(footer) => (
          <DataTable
            caption="Partner applications"
            columns={signupColumns(timeZone)}
            rows={pages.rows}
            rowId={(row) => row.id}
            rowLabel={(row) => row.businessName}
            rowHref={(row) => hrefOf(row.id)}
            openId={id}
            onOpen={(opened) => onSearch({ id: opened })}
            loading={list.isPending}
            footer={footer}
          />
        )}
      </ListResult>
      <SignupSheet
        id={id}
        rows={pages.rows}
        total={pages.total}
        onOpen={(opened) => onSearch({ id: opened }, { replace: true })}
        onClose={() => onSearch({ id: undefined })}
      />
    </div>
  )
}
