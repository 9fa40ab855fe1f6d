import type { ReactNode } from 'react'
import { AppLink } from '../../frame/app-link'
import classes from './bar-list.module.css'

interface BarItem {
  key: string
  name: string
  /** Says in words what the bar shows. */
  text: ReactNode
  value: number
  note?: ReactNode
  /** Where the name leads; else what a click on it does. */
  to?: string
  onChoose?: () => void
}

interface BarListProps {
  label: string
  items: readonly BarItem[]
  /** What a full bar is; the largest value where it is left out. */
  full?: number
}

/** A bar for each name, longest first as they are given. */
export function BarList({ label, items, full }: BarListProps) {
  const top = full ?? Math.max(...items.map(({ value }) => value), 1)
  return (
    <ul className="q-stack" aria-label={label}>
      {items.map((item) => (
        <li key={item.key} className={classes.item}>
          <Name item={item} />
          <span className="q-num">{item.text}</span>
          <Meter
            value={Math.max(item.value, 0)}
            max={top}
            label={`${item.name}, compared with ${full === undefined ? 'the largest' : 'all'}`}
          />
          {item.note !== undefined && <span className={`q-caption q-num ${classes.note}`}>{item.note}</span>}
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
  /** What is compared with what; the number itself stands beside it. */
  label: string
}

/** A thin bar across its grid: one of several amounts against the largest. */
export function Meter(props: MeterProps) {
  return <ProgressBar {...props} className={classes.amount} />
}

interface ProgressBarProps {
  /** Left out while only that something goes on is known. */
  value?: number | undefined
  max: number
  label: string
  /** Where it is not as wide as its place. */
  className?: string | undefined
}

/** How far work has come; the words for it stand beside it. */
export function ProgressBar({ value, max, label, className = '' }: ProgressBarProps) {
  return (
    <progress className={`${classes.meter} ${className}`} value={value} max={Math.max(max, 1)} aria-label={label} />
  )
}
