import type { ReactNode } from 'react'
import { totalText } from '@quaff/platform/shared/pagination'
import { Button } from '../controls/button'
import { formatCount } from '../display/figure-text'
import classes from './load-more.module.css'

interface LoadMoreProps {
  shown: number
  total?: number
  /** Words after the count: what period the figures cover, for example. */
  note?: ReactNode
  hasMore: boolean
  loading?: boolean
  onLoadMore: () => void
  /** True if the next page failed to load. */
  failed?: boolean
}

/** Foot of a list: how many rows are shown, and a button for the next page. */
export function LoadMore({ shown, total, note, hasMore, loading = false, onLoadMore, failed }: LoadMoreProps) {
  const count = total === undefined ? `${formatCount(shown)} shown` : `${formatCount(shown)} of ${totalText(total)}`
  return (
    <div className={classes.foot}>
      <span className="q-caption" role="status">
        {count}
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
    </div>
  )
}
