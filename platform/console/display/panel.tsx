import {
  IconPlugConnectedX,
  IconRefresh,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconLock,
} from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Button } from '../controls/button'
import { isUnconfirmedText } from '../forms/error-text'
import { notifyError, notifySuccess } from '../frame/notify'
import { mayRetry } from '../query-client'
import { Glyph, type IconLike } from '../theme/glyph'
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

interface NoticeProps {
  tone: Tone
  title?: ReactNode
  children?: ReactNode
  icon?: IconLike
  action?: ReactNode
  /** Announces the notice to screen readers. Use it for new events only. */
  announce?: boolean
}

const defaultIcon = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  danger: IconAlertTriangle,
  info: IconInfoCircle,
  neutral: IconLock,
} as const satisfies Record<Tone, IconLike>

export function Notice({ tone, title, children, icon = defaultIcon[tone], action, announce = false }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={announce ? 'alert' : undefined}>
      <Glyph icon={icon} className={classes.icon} />
      <div className={classes.words}>
        {title && <b className={classes.title}>{title}</b>}
        {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

export function ErrorNotice({ title, text }: { title?: string | undefined; text: string | null | undefined }) {
  if (!text) return null
  return (
    <Notice tone="danger" title={isUnconfirmedText(text) ? undefined : title} announce>
      {text}
    </Notice>
  )
}

export type Tone = 'ok' | 'warn' | 'danger' | 'info' | 'neutral'

export type StatusMeta = { label: string; tone: Tone; icon: IconLike }

/** A status is always a mark and a word, never a colour alone. */
export function StatusPill({ tone, icon, children }: { tone: Tone; icon: IconLike; children: ReactNode }) {
  return (
    <span className={classes.pill} data-tone={tone}>
      <Glyph icon={icon} size={12} stroke={2} />
      {children}
    </span>
  )
}

export const MetaPill = ({ meta: { label, tone, icon } }: { meta: StatusMeta }) => (
  <StatusPill tone={tone} icon={icon}>
    {label}
  </StatusPill>
)

interface KeyValueItem {
  label: string
  value: ReactNode
}

/** Facts as a definition list; an empty value reads "—". */
export function KeyValue({ items }: { items: KeyValueItem[] }) {
  return (
    <dl className={classes.list}>
      {items.map((item) => (
        <div key={item.label} className={classes.pair}>
          <dt>{item.label}</dt>
          <dd>{item.value === undefined || item.value === null || item.value === '' ? '—' : item.value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Lines of code or of a request, scrolled sideways by themselves. */
export function Snippet({ label, text }: { label: string; text: string }) {
  return (
    <pre className={classes.snippet} tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
  )
}

/** `what`: "Secret", as the toast calls it. */
export const copyText = (text: string, what: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => notifySuccess(`${what} copied`),
    () => notifyError('Couldn’t copy', 'Select the text and copy it.'),
  )

/** Resolves to whether the link was copied. The toast shows the link. */
export const copyLink = (address: string): Promise<boolean> =>
  navigator.clipboard.writeText(address).then(
    () => {
      notifySuccess('Link copied', address)
      return true
    },
    () => {
      notifyError('Couldn’t copy the link', 'Select the link and copy it manually')
      return false
    },
  )

/** Explains a tab in one or two sentences, beside its main action. */
export function TabIntro({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.intro}>
      <p className="q-secondary">{children}</p>
      {action}
    </div>
  )
}
