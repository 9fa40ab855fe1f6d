import type { ReactNode } from 'react'
import { totalText } from '@quaff/platform/shared/pagination'
import { Button } from '../controls/button'
import { formatCount } from '../display/figures/figure-text'
import classes from './load-more.module.css'

interface LoadMoreProps {
  shown: number
  total?: number
  /** Words after the count: what period the figures cover, for example. */
  note?: ReactNode
  hasMore: boolean
  loading?: boolean
  onLoadMore: () => void
  /** The next page could not be loaded. */
  error?: string
}

/** Foot of a list. When nothing follows, the button just goes. */
export function LoadMore({ shown, total, note, hasMore, loading = false, onLoadMore, error }: LoadMoreProps) {
  const count = total === undefined ? `${formatCount(shown)} shown.` : `${formatCount(shown)} of ${totalText(total)}.`
  return (
    <div className={classes.foot}>
      <span className="q-caption" role="status">
        {count} {note}
      </span>
      {error && (
        <span className={classes.error} role="alert">
          {error}
        </span>
      )}
      {hasMore && (
        <Button size="sm" className="q-end" loading={loading} onClick={onLoadMore}>
          {error ? 'Retry' : 'Load more'}
        </Button>
      )}
    </div>
  )
}
