import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { affiliatesApi } from '../affiliate-queries'
import type { AffiliateSearch } from '../affiliate-search-widget'
import { linkFilterOf } from './link-filters'

export function useLinkList(search: AffiliateSearch, scopedTo: string | undefined) {
  const filter = linkFilterOf(search, scopedTo)
  const { merchantId } = filter
  const list = useInfiniteQuery(
    affiliatesApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, limit: pageLimits.defaultSize, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  const totals = useQuery(affiliatesApi.totals.queryOptions({ input: merchantId === undefined ? {} : { merchantId } }))
  return { filter, list, totals, pages: useLoadedPages(list, search.page ?? 1) }
}
