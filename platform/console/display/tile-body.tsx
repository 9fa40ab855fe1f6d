import { IconAlertCircle, IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { AppLink } from '../frame/app-link'
import { Glyph } from '../theme/glyph'
import { formatPercent } from './formats'
import { FormulaPopover } from './measured-labels'
import { Skeleton } from './panel'
import classes from './metric-tiles.module.css'

export type MetricSource = 'live' | 'cached' | 'sample' | 'error'

export interface MetricChange {
  percent: number
  /** Replaces the percentage: "0.8 pt". */
  text?: string
  direction: 'up' | 'down' | 'flat'
  /** True if this direction is good: rising churn is not. */
  good: boolean
  estimated?: boolean
  /** The comparison period: "vs previous 30 days". */
  basis?: string
}

export interface MetricTileProps {
  label: string
  /** The formula in words, shown in the info popover. */
  formula?: string
  value?: ReactNode
  source?: MetricSource
  /** Replaces the usual word: "Cached 3 min". */
  sourceLabel?: string
  change?: MetricChange
  /** Why there is no change to show. */
  missing?: string
  note?: ReactNode
  /** While it loads: whether there will be one. */
  spark?: ReactNode
  to?: string
  action?: { label: string; to?: string; onClick?: () => void } | undefined
  loading?: boolean
  error?: string
  onRetry?: () => void
  /** Takes the whole line on phones. */
  wide?: boolean
}

/** A live figure needs no tag. */
const sourceLabels = { cached: 'Cached', sample: 'Sample', error: 'Error' } as const satisfies Record<
  Exclude<MetricSource, 'live'>,
  string
>
const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, flat: IconArrowRight } as const

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
  to,
  action,
  loading,
  error,
  onRetry,
}: MetricTileProps) {
  const id = useId()
  if (loading) return <TileSkeleton label={label} hasSpark={spark !== undefined} />
  const failed = error !== undefined
  const shownSource = failed ? 'error' : source
  return (
    <>
      <dt className={classes.head}>
        {to !== undefined && <AppLink to={to} className={classes.cover} aria-labelledby={`${id}-label ${id}`} />}
        <span className={classes.label} id={`${id}-label`} aria-hidden={to !== undefined}>
          {label}
        </span>
        {formula && <FormulaPopover label={label} formula={formula} />}
        {shownSource && shownSource !== 'live' && (
          <span className={classes.source} data-source={shownSource}>
            <span className={classes.dot} aria-hidden />
            {failed ? sourceLabels.error : (sourceLabel ?? sourceLabels[shownSource])}
          </span>
        )}
      </dt>
      <dd className={classes.value} id={id}>
        {failed ? <span className="q-muted">—</span> : value}
      </dd>
      {spark && !failed && (
        <dd className={classes.spark} aria-hidden>
          {spark}
        </dd>
      )}
      <dd className={classes.foot}>
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
        {action && !failed && (
          <>
            <span className={classes.spacer} aria-hidden />
            <TileAction {...action} />
          </>
        )}
      </dd>
    </>
  )
}

function Change({ change }: { change: MetricChange }) {
  return (
    <>
      <span className={classes.delta} data-good={change.direction === 'flat' ? 'flat' : change.good}>
        <Glyph icon={arrows[change.direction]} size={12} stroke={2} />
        {change.direction === 'flat' ? (
          'No change'
        ) : (
          <>
            <span className="q-hidden">{change.direction} </span>
            {change.text ?? formatPercent(Math.abs(change.percent))}
          </>
        )}
      </span>
      {change.estimated && <span className="q-tag">est.</span>}
      {change.basis && <span className="q-caption">{change.basis}</span>}
    </>
  )
}

function TileAction({ label, to, onClick }: NonNullable<MetricTileProps['action']>) {
  if (to !== undefined) {
    return (
      <AppLink to={to} className={classes.action}>
        {label}
      </AppLink>
    )
  }
  return (
    <button type="button" className={classes.action} onClick={onClick}>
      {label}
    </button>
  )
}

function TileSkeleton({ label, hasSpark }: { label: string; hasSpark: boolean }) {
  return (
    <>
      <dt className={classes.head}>
        <span className="q-hidden">{label}: loading</span>
        <Skeleton width={112} />
      </dt>
      <dd className={classes.value}>
        <div className={classes.valueSkeleton}>
          <Skeleton width={128} height={24} />
        </div>
      </dd>
      {hasSpark && (
        <dd className={classes.spark}>
          <Skeleton height={28} />
        </dd>
      )}
      <dd className={classes.foot}>
        <Skeleton width={144} />
      </dd>
    </>
  )
}
