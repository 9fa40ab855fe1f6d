import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { Button } from '../controls/button'
import { mayRetry } from '../query-client'
import { Glyph } from '../theme/glyph'
import { SkeletonText } from './skeleton'
import classes from './panel.module.css'

/** As a query answers: what is read, or why there is nothing of it. */
export interface Reading {
  data: unknown
  isPending: boolean
  isError: boolean
  refetch: () => unknown
  /** What went wrong, if anything. */
  error?: unknown
  /** Why there is nothing, where that is known. */
  absence?: string | undefined
}

interface PanelProps {
  title?: ReactNode
  /** Beside the title: a caption or a pill. */
  titleExtra?: ReactNode
  actions?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  /** Loads, fails and is tried again as this does; `error` is then shown where there is nothing of it. */
  query?: Reading
  loading?: boolean
  /** How many lines of text are to come; `skeleton` where it is something else. */
  lines?: number
  skeleton?: ReactNode
  /** What went wrong, for people. */
  error?: string
  onRetry?: () => void
  /** Tables and feeds bring their own padding. */
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
  error,
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
