import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { totalText } from '@quaff/platform/shared/pagination'
import type { Page } from '../../shared/pagination'
import { Button } from '../controls/button'
import { formatCount } from '../display/formats'
import classes from './load-more.module.css'

interface LoadMoreProps {
  shown: number
  total?: number
  /** Words after the count: what period the figures cover, for example. */
  note?: ReactNode
  /** At the right. */
  tools?: ReactNode
  /** Read out after the count: "merchants". */
  noun?: string
  hasMore: boolean
  loading?: boolean
  onLoadMore: () => void
  /** True if the next page failed to load. */
  failed?: boolean
}

export function LoadMore(props: LoadMoreProps) {
  const { shown, total, note, tools, noun, hasMore, loading = false, onLoadMore, failed } = props
  const count = total === undefined ? `${formatCount(shown)} shown` : `${formatCount(shown)} of ${totalText(total)}`
  return (
    <div className={classes.foot}>
      <span className="q-caption" role="status">
        {count}
        {noun && <span className="q-hidden"> {noun}</span>}
        {note && <> · {note}</>}
      </span>
      {failed && (
        <span className={classes.error} role="alert">
          Couldn’t load more
        </span>
      )}
      {hasMore && (
        <Button size="sm" className="q-end" loading={loading} onClick={onLoadMore}>
          {failed ? 'Retry' : 'Load more'}
        </Button>
      )}
      {tools && <span className="q-end">{tools}</span>}
    </div>
  )
}

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
