import { IconAlertCircle, IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AppLink } from '../../frame/app-link'
import { Glyph } from '../../theme/glyph'
import { Skeleton } from '../skeleton'
import { FormulaPopover } from './formula-popover'
import classes from './metric-tiles.module.css'

export type MetricSource = 'live' | 'cached' | 'sample' | 'error'

export interface MetricChange {
  percent: number
  direction: 'up' | 'down' | 'flat'
  /** Whether this direction is welcome: more churn is not. */
  good: boolean
  estimated?: boolean
  /** What it is compared with: "vs previous 30 days". */
  basis?: string
}

export interface MetricTileProps {
  label: string
  /** How the figure is made, in words; shown on the info mark. */
  formula?: string
  value?: ReactNode
  source?: MetricSource
  /** Replaces the usual word: "Cached 3 min". */
  sourceLabel?: string
  change?: MetricChange
  /** Why there is no change to show. */
  missing?: string
  note?: ReactNode
  spark?: ReactNode
  /** The whole tile leads there. */
  to?: string
  action?: { label: string; to?: string; onClick?: () => void }
  loading?: boolean
  error?: string
  onRetry?: () => void
  /** Takes the whole line on phones. */
  wide?: boolean
}

const sourceWords = { live: 'Live', cached: 'Cached', sample: 'Sample', error: 'Error' } as const satisfies Record<
  MetricSource,
  string
>
const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, flat: IconArrowRight } as const
const directionWords = { up: 'up', down: 'down', flat: 'unchanged' } as const
const percentFormat = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

export function TileBody({
  label,
  formula,
  value,
  source,
  sourceLabel,
  change,
  missing,
  note,
  spark,
  action,
  loading,
  error,
  onRetry,
}: MetricTileProps) {
  if (loading) return <TileSkeleton label={label} />
  const failed = error !== undefined
  const shownSource = failed ? 'error' : source
  return (
    <>
      <div className={classes.head}>
        {label}
        {formula && <FormulaPopover label={label} formula={formula} />}
        {shownSource && (
          <span className={classes.source} data-source={shownSource}>
            <span className={classes.dot} aria-hidden />
            {failed ? sourceWords.error : (sourceLabel ?? sourceWords[shownSource])}
          </span>
        )}
      </div>
      <div className={classes.value}>{failed ? <span className="q-muted">—</span> : value}</div>
      {spark && !failed && <div className={classes.spark}>{spark}</div>}
      <div className={classes.foot}>
        {failed ? (
          <span className={classes.delta} data-good="false" role="alert">
            <Glyph icon={IconAlertCircle} size={12} stroke={2} />
            {error}
          </span>
        ) : (
          <>
            {source === 'sample' && (
              <span className="q-tag" data-tone="warn">
                Sample data
              </span>
            )}
            {change && <Change change={change} />}
            {missing !== undefined && <span className="q-caption" title="No comparison">{`— ${missing}`}</span>}
            {note !== undefined && <span className="q-caption">{note}</span>}
          </>
        )}
        {onRetry && (failed || source === 'sample') && (
          <button type="button" className={classes.action} onClick={onRetry}>
            Retry
          </button>
        )}
        {action && !failed && <TileAction {...action} />}
      </div>
    </>
  )
}

function Change({ change }: { change: MetricChange }) {
  return (
    <>
      <span className={classes.delta} data-good={change.direction === 'flat' ? 'flat' : change.good}>
        <Glyph icon={arrows[change.direction]} size={12} stroke={2} />
        <span className="q-hidden">{directionWords[change.direction]} </span>
        {percentFormat.format(Math.abs(change.percent) / 100)}
      </span>
      {change.estimated && <span className="q-tag">est.</span>}
      {change.basis && <span className="q-caption">{change.basis}</span>}
    </>
  )
}

function TileAction({ label, to, onClick }: NonNullable<MetricTileProps['action']>) {
  const className = `${classes.action} ${classes.actionEnd}`
  if (to !== undefined) {
    return (
      <AppLink to={to} className={className}>
        {label}
      </AppLink>
    )
  }
  return (
    <button type="button" className={className} onClick={onClick}>
      {label}
    </button>
  )
}

function TileSkeleton({ label }: { label: string }) {
  return (
    <>
      <div className={classes.head}>
        <span className="q-hidden">{label}: loading</span>
        <Skeleton width={112} />
      </div>
      <div className={classes.value}>
        <div className={classes.valueSkeleton}>
          <Skeleton width={128} height={24} />
        </div>
      </div>
      <div className={classes.foot}>
        <Skeleton width={144} />
      </div>
    </>
  )
}
