import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { inSentence } from '../../shared/readable-text'
import { serverTime, useNow } from '../clock'
import { Panel } from '../display/panel'
import { ErrorState, NoMatchState, StaleNote } from './list-states'
import { LoadMore, type useLoadedPages } from './load-more'

export type LoadedPages<T> = Pick<ReturnType<typeof useLoadedPages<T>>, 'rows' | 'loaded' | 'total' | 'hasMore'>

interface ListResultProps<T> {
  /** "Merchants", as in the heading. */
  name: string
  query: UseInfiniteQueryResult<InfiniteData<{ rows: T[] }>>
  pages: LoadedPages<T>
  search?: string
  filterCount: number
  onClear: () => void
  onLoadMore: (page: number) => void
  /** After "20 of 141." */
  note?: ReactNode
  tools?: ReactNode
  empty: ReactNode
  /** The table with the given foot; called while loading too. */
  children: (footer: ReactNode) => ReactNode
}

export function ListResult<T>({
  name,
  query,
  pages,
  search,
  filterCount,
  onClear,
  onLoadMore,
  note,
  tools,
  empty,
  children,
}: ListResultProps<T>) {
  const now = useNow()
  const retry = () => void query.refetch()
  if (query.isPending) return children(null)
  if (!query.data) {
    return (
      <Panel flush>
        <ErrorState what={inSentence(name)} error={query.error} onRetry={retry} />
      </Panel>
    )
  }
  const nextFailed = query.isFetchNextPageError
  const minutes = Math.max(Math.floor((now.getTime() - serverTime(query.dataUpdatedAt).getTime()) / 60_000), 0)
  const stale = query.isError && !nextFailed && (
    <StaleNote onRetry={retry}>{`Showing cached, ${minutes} min old`}</StaleNote>
  )
  // It stays while rows come and go, else it would not be read out.
  const status = (
    <span className="q-hidden" role="status">
      {pages.rows.length === 0 && `No ${inSentence(name)} found`}
    </span>
  )
  if (pages.rows.length === 0) {
    return (
      <>
        {status}
        {stale}
        <Panel flush>
          {search || filterCount > 0 ? (
            <NoMatchState query={search} filterCount={filterCount} onClear={onClear} />
          ) : (
            empty
          )}
        </Panel>
      </>
    )
  }
  const footer = (
    <LoadMore
      shown={pages.rows.length}
      total={pages.total}
      note={note}
      tools={tools}
      noun={inSentence(name)}
      hasMore={pages.hasMore}
      loading={query.isFetchingNextPage}
      failed={nextFailed}
      onLoadMore={() => (nextFailed ? void query.fetchNextPage() : onLoadMore(pages.loaded + 1))}
    />
  )
  return (
    <>
      {status}
      {stale}
      {children(footer)}
    </>
  )
}
