import type { ReactNode } from 'react'
import { isolated } from '../../../shared/readable-text'
import { gridRef } from '../../controls/grid-ref'
import { AppLink } from '../../frame/app-link'
import classes from './bar-list.module.css'

interface BarItem {
  key: string
  name: string
  /** Says in words what the bar shows. */
  text: ReactNode
  value: number
  note?: ReactNode
  /** Target of the name's link. Without it, `onClick` runs. */
  to?: string
  onChoose?: () => void
}

interface BarListProps {
  label: string
  items: readonly BarItem[]
  /** The value of a full bar. Defaults to the largest value. */
  full?: number
  /** Lines without a bar that close the list: the others, and all together. */
  sums?: readonly { name: string; text: string }[]
}

/** Horizontal bars in the given order. */
export function BarList({ label, items, full, sums = [] }: BarListProps) {
  const top = full ?? Math.max(...items.map(({ value }) => value), 1)
  return (
    <ul ref={gridRef} className="q-stack" aria-label={label}>
      {items.map((item) => (
        <li key={item.key} className={classes.item}>
          <Name item={item} />
          <span className="q-num">{item.text}</span>
          <Meter
            value={Math.max(item.value, 0)}
            max={top}
            label={`${isolated(item.name)}, compared with ${full === undefined ? 'the largest' : 'all'}`}
          />
          {item.note !== undefined && <span className={`q-caption q-num ${classes.note}`}>{item.note}</span>}
        </li>
      ))}
      {sums.map(({ name, text }, index) => (
        <li key={name} className={`${classes.item} ${classes.sum}`} data-last={index === sums.length - 1}>
          <span>{name}</span>
          <span className="q-num">{text}</span>
        </li>
      ))}
    </ul>
  )
}

function Name({ item: { name, to, onChoose } }: { item: BarItem }) {
  if (to !== undefined)
    return (
      <AppLink to={to} className={`q-strong ${classes.name}`}>
        {name}
      </AppLink>
    )
  if (!onChoose) return <span className={`q-strong ${classes.name}`}>{name}</span>
  return (
    <button type="button" className={`q-strong ${classes.name} ${classes.choice}`} onClick={onChoose}>
      {name}
    </button>
  )
}

interface MeterProps {
  value: number
  max: number
  /** Describes the comparison. The number itself is shown beside the meter. */
  label: string
}

/** A thin bar across its grid: one of several amounts against the largest. */
export function Meter(props: MeterProps) {
  return <ProgressBar {...props} className={classes.amount} />
}

interface ProgressBarProps {
  /** Undefined for indeterminate progress. */
  value?: number | undefined
  max: number
  label: string
  className?: string | undefined
}

/** A progress bar. Its caller shows the text beside it. */
export function ProgressBar({ value, max, label, className = '' }: ProgressBarProps) {
  return (
    <progress className={`${classes.meter} ${className}`} value={value} max={Math.max(max, 1)} aria-label={label} />
  )
}
