import classes from './meter.module.css'

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
