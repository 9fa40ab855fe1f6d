import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { merchantPermissions } from '../permissions'
import { listInputOf, shownTab } from './list/merchant-filters'
import { MerchantListHeader } from './list/merchant-list-header'
import { MerchantTable } from './list/merchant-table'
import { MerchantTabs } from './list/merchant-tabs'
import { MerchantToolbar } from './list/merchant-toolbar'
import { merchantsApi } from './merchant-queries'
import type { MerchantSearch } from './merchant-search-widget'
import type { MerchantSheetParts } from './sheet/sheet-parts-widget'
import { useMerchantRefresh } from './use-merchant-refresh'

const MerchantSelectionToolbar = deferred(
  async () => (await import('./list/merchant-selection-toolbar')).MerchantSelectionToolbar,
)
const MerchantSheet = deferred(async () => (await import('./sheet/merchant-sheet')).MerchantSheet)
const CreateMerchantDialog = deferred(async () => (await import('./forms/create-merchant-dialog')).CreateMerchantDialog)
const ReviewDesk = deferred(async () => (await import('./desk/review-desk-view')).ReviewDesk)

type MerchantListPageProps = {
  search: MerchantSearch
  onSearch: (next: Partial<MerchantSearch>, options?: { replace?: boolean }) => void
  /** Parts of the open record that other features draw. */
  parts: MerchantSheetParts
}

const STALE_MS = 5 * 60_000
const nothing: ReadonlySet<string> = new Set()
const noCreation = { action: undefined, name: undefined, city: undefined, postalCode: undefined }

export function MerchantListPage(props: MerchantListPageProps) {
  const { search, onSearch } = props
  useMerchantRefresh()
  const mayReview = useCan(merchantPermissions, 'merchant.review').allowed
  if (search.desk && mayReview) {
    return (
      <ReviewDesk
        parts={props.parts}
        id={search.id}
        onOpen={(id) => onSearch({ id }, { replace: true })}
        onOpenRecord={(id, view) => onSearch({ desk: undefined, id, view })}
        onLeave={() => onSearch({ desk: undefined, id: undefined, view: undefined })}
      />
    )
  }
  return <MerchantList {...props} />
}

function MerchantList({ search, onSearch, parts }: MerchantListPageProps) {
  const timeZone = useTimeZone()
  const [selected, setSelected] = useState<ReadonlySet<string>>()
  const counts = useQuery(merchantsApi.counts.queryOptions({ input: {} }))
  const input = listInputOf(search, timeZone)
  const list = useInfiniteQuery(
    merchantsApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...input, limit: pageLimits.defaultSize, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
      staleTime: STALE_MS,
    }),
  )
  const pages = useLoadedPages(list, search.page ?? 1)
  const openCreate = () => onSearch({ action: 'create' })
  const common = { search, timeZone, onSearch }

  return (
    <div className="q-stack-loose">
      <MerchantListHeader
        search={search}
        timeZone={timeZone}
        count={shownTab(search) === 'pending' ? pages.total : counts.data?.all}
        total={pages.total}
        selected={selected ?? nothing}
        onCreate={openCreate}
        onDesk={() => onSearch({ desk: true })}
      />
      <div className="q-stack">
        <MerchantTabs search={search} total={pages.total} onSearch={onSearch} />
        <MerchantToolbar {...common} />
      </div>
      <MerchantTable
        {...common}
        list={list}
        pages={pages}
        selection={{ ids: selected ?? nothing, onChange: setSelected }}
        onCreate={openCreate}
      />
      {selected && <MerchantSelectionToolbar selected={selected} rows={pages.rows} onChange={setSelected} />}
      {search.id !== undefined && (
        <MerchantSheet
          id={search.id}
          view={search.view ?? 'overview'}
          rows={pages.rows}
          total={pages.total}
          parts={parts}
          onOpen={(id) => onSearch({ id }, { replace: true })}
          onView={(view) => onSearch({ view: view === 'overview' ? undefined : view }, { replace: true })}
          onClose={() => onSearch({ id: undefined, view: undefined })}
        />
      )}
      {search.action === 'create' && (
        <CreateMerchantDialog
          start={{ name: search.name, city: search.city, postalCode: search.postalCode }}
          onOpen={(id) => onSearch({ ...noCreation, id, view: undefined }, { replace: true })}
          onClose={() => onSearch(noCreation, { replace: true })}
        />
      )}
    </div>
  )
}
