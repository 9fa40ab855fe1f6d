import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Page } from '../../shared/pagination'

/** Rows of all loaded pages; `wanted` pages are fetched one after the other, so that an address with a page number shows as much as before. */
export function useLoadedPages<T>(query: UseInfiniteQueryResult<InfiniteData<Page<T>>>, wanted: number) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const loaded = data?.pages.length ?? 0
  const isMissing = loaded > 0 && loaded < wanted && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (isMissing) void fetchNextPage()
  }, [isMissing, fetchNextPage])

  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data])
  return { rows, loaded, total: data?.pages[0]?.total ?? undefined, hasMore: hasNextPage }
}
