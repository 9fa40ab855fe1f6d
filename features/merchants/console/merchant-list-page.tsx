import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { listInputOf } from './list/merchant-filters'
import { MerchantTable } from './list/merchant-table'
import { MerchantTabs } from './list/merchant-tabs'
import { MerchantToolbar } from './list/merchant-toolbar'
import { merchantsApi } from './merchant-queries'
import type { MerchantSearch } from './merchant-search-widget'
import { MerchantSheet } from './sheet/merchant-sheet'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'

type MerchantListPageProps = {
  search: MerchantSearch
  onSearch: (next: Partial<MerchantSearch>, options?: { replace?: boolean }) => void
}

const STALE_MS = 5 * 60_000

export function MerchantListPage({ search, onSearch }: MerchantListPageProps) {
  const timeZone = useTimeZone()
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

  return (
    <div className="q-stack-loose">
      <PageHeader title="Merchants" count={counts.data?.all} />
      {search.action === 'create' && (
        <Notice
          tone="info"
          action={
            <Button variant="quiet" size="sm" onClick={() => onSearch({ action: undefined }, { replace: true })}>
              Dismiss
            </Button>
          }
        >
          Merchants can not be created in the console yet.
        </Notice>
      )}
      <div className="q-stack">
        <MerchantTabs search={search} onSearch={onSearch} />
        <MerchantToolbar search={search} timeZone={timeZone} onSearch={onSearch} />
      </div>
      <MerchantTable list={list} pages={pages} search={search} timeZone={timeZone} onSearch={onSearch} />
      <MerchantSheet
        id={search.id}
        rows={pages.rows}
        total={pages.total}
        onOpen={(id) => onSearch({ id }, { replace: true })}
        onClose={() => onSearch({ id: undefined })}
      />
    </div>
  )
}
