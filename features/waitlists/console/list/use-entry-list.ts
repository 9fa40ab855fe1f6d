import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { waitlistsApi } from '../waitlist-queries'
import type { WaitlistSearch } from '../waitlist-search-widget'
import { listInputOf } from './entry-filters'

export function useEntryList(waitlistId: string, search: WaitlistSearch, timeZone: string) {
  const input = listInputOf(waitlistId, search, timeZone)
  const list = useInfiniteQuery(
    waitlistsApi.entries.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...input, limit: pageLimits.defaultSize, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  return { list, pages: useLoadedPages(list, search.page ?? 1) }
}
