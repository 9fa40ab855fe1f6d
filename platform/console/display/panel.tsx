import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Button } from '../controls/button'
import { mayRetry } from '../query-client'
import { Glyph } from '../theme/glyph'
import classes from './panel.module.css'

/** A query result: the data, or its loading or error state. */
export interface Reading {
  data: unknown
  isPending: boolean
  isError: boolean
  refetch: () => unknown
  error?: unknown
  /** Why there is nothing, where that is known. */
  absence?: string | undefined
}

interface PanelProps {
  title?: ReactNode
  /** A caption or pill beside the title. */
  titleExtra?: ReactNode
  actions?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  /** Loads, fails and retries with this query; `what` or `error` shows if it has no data. */
  query?: Reading
  loading?: boolean
  /** Number of skeleton lines. Use `skeleton` for other content. */
  lines?: number
  skeleton?: ReactNode
  /** Used in the error sentence: "payouts". */
  what?: string | undefined
  /** The whole error text, if it isn’t "Couldn’t load …". */
  error?: string | undefined
  onRetry?: () => void
  /** Tables and feeds have their own padding. */
  flush?: boolean
}

/** A card that loads and fails alone, without taking its neighbours with it. */
export function Panel({
  title,
  titleExtra,
  actions,
  children,
  footer,
  query,
  loading = query?.isPending ?? false,
  lines,
  skeleton,
  what,
  error = what && `Couldn’t load ${what}`,
  onRetry = query && mayRetry(query.error) ? () => void query.refetch() : undefined,
  flush = false,
}: PanelProps) {
  const titleId = useId()
  const failed = error !== undefined && !loading && (query === undefined || query.data === undefined)
  return (
    <section className={classes.panel} aria-labelledby={title ? titleId : undefined} aria-busy={loading || undefined}>
      {(title || actions) && (
        <div className={classes.header}>
          <h2 className="q-h3" id={titleId}>
            {title}
          </h2>
          {titleExtra}
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      {loading &&
        (flush && skeleton ? (
          skeleton
        ) : (
          <div className={classes.body}>{skeleton ?? <SkeletonText lines={lines} />}</div>
        ))}
      {failed && (
        <div className={classes.error} role="alert">
          <Glyph icon={IconPlugConnectedX} />
          <span className="q-grow">{error}</span>
          {onRetry && (
            <Button size="sm" icon={IconRefresh} onClick={onRetry}>
              Retry
            </Button>
          )}
        </div>
      )}
      {!loading && !failed && (flush ? children : <div className={classes.body}>{children}</div>)}
      {footer && <div className={classes.footer}>{footer}</div>}
    </section>
  )
}

interface SkeletonProps {
  /** Pixels, or any CSS length. */
  width?: number | string
  height?: number | string
  shape?: 'bar' | 'pill' | 'block' | 'circle'
}

export function Skeleton({ width = '100%', height = 12, shape = 'bar' }: SkeletonProps) {
  return <span className={classes.skeleton} data-shape={shape} style={{ width, height }} aria-hidden />
}

export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <span className={classes.lines} role="status">
      <span className="q-hidden">Loading…</span>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} width={index === lines - 1 ? '60%' : '100%'} />
      ))}
    </span>
  )
}
