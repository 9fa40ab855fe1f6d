import { IconClock, IconFileOff, IconPlugConnectedX, IconRefresh, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { sentenceCase, isolated } from '@quaff/platform/shared/readable-text'
import { Button } from '../controls/button'
import { counted } from '../display/formats'
import { InitialsMark } from '../display/marks'
import { type Reading, SkeletonText, type Tone } from '../display/panel'
import { isMissing, mayRetry } from '../query-client'
import { Glyph, type IconLike } from '../theme/glyph'
import classes from './list-states.module.css'

interface StateProps {
  icon: IconLike
  tone?: Tone
  title: string
  text?: ReactNode
  action?: ReactNode
  role?: 'alert' | 'status'
}

function State({ icon, tone, title, text, action, role }: StateProps) {
  return (
    <div className={classes.state} role={role}>
      <span className={classes.mark}>
        <InitialsMark name={title} icon={icon} tone={tone} />
      </span>
      <b className="q-strong">{title}</b>
      {text && <span className="q-secondary">{text}</span>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

export function EmptyState({ icon, title, text, action }: Pick<StateProps, 'icon' | 'title' | 'text' | 'action'>) {
  return <State icon={icon} tone="ok" title={title} text={text} action={action} />
}

/** The list is empty for one status: `items` is "payouts". */
export function EmptyTab({ icon, items, meta }: Pick<StateProps, 'icon'> & { items: string; meta: { label: string } }) {
  return <EmptyState icon={icon} title={`No ${meta.label.toLowerCase()} ${items}`} text="Choose another tab." />
}

interface NoMatchStateProps {
  query?: string
  filterCount?: number
  onClear: () => void
}

export function NoMatchState({ query, filterCount = 0, onClear }: NoMatchStateProps) {
  const filters = filterCount === 0 ? undefined : `${counted(filterCount, 'filter', 'filters')} applied`
  return (
    <State
      icon={IconSearch}
      role="status"
      title={query ? `No results for “${isolated(query)}”` : 'No results'}
      text={filters}
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  )
}

interface ErrorStateProps {
  /** Used in the error sentence: "subscribers". */
  what: string
  text?: ReactNode
  /** Decides whether a retry is offered. */
  error?: unknown
  onRetry?: () => void
}

export function ErrorState({ what, text, error, onRetry }: ErrorStateProps) {
  const retry = onRetry && mayRetry(error) && (
    <Button icon={IconRefresh} onClick={onRetry}>
      Retry
    </Button>
  )
  return (
    <State
      icon={IconPlugConnectedX}
      tone="danger"
      role="alert"
      title={`Couldn’t load ${what}`}
      text={text}
      action={retry}
    />
  )
}

interface MissingStateProps {
  /** "user" */
  noun: string
  text?: string | undefined
  /** The record was on screen until now. */
  wasShown?: boolean
}

/** Replaces a record that doesn’t exist or that the viewer may not see. */
export function MissingState({ noun, text, wasShown = false }: MissingStateProps) {
  const title = `${sentenceCase(noun)} ${wasShown ? 'was deleted' : 'not found'}`
  const reason = wasShown ? 'Close it to return to the list.' : 'It was deleted, or you don’t have access.'
  return <State icon={IconFileOff} role="alert" title={title} text={text ?? reason} />
}

/** Returns true if there is nothing to show of a record, and no retry would change that. */
export const isAbsent = ({ absence, error }: Reading) => absence !== undefined || isMissing(error)

type ReadingStateProps = Omit<ErrorStateProps, 'onRetry' | 'error'> & { query: Reading; lines: number }

/** Shows a skeleton while a query loads and an error with Retry if it fails; renders nothing once there is data. */
export function ReadingState({ query, lines, ...error }: ReadingStateProps) {
  if (query.isPending) return <SkeletonText lines={lines} />
  if (query.data !== undefined) return null
  return <ErrorState {...error} error={query.error} onRetry={() => void query.refetch()} />
}

/** Says that the data on screen is older than it should be: "Showing cached, 3 min old". */
export function StaleNote({ children, onRetry }: { children: ReactNode; onRetry?: () => void }) {
  return (
    <div className={classes.stale} role="status">
      <Glyph icon={IconClock} />
      <span className="q-grow">{children}</span>
      {onRetry && (
        <Button size="sm" variant="quiet" icon={IconRefresh} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}
