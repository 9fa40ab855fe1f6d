import classes from './meter.module.css'

interface MeterProps {
  value: number
  max: number
  /** What is compared with what; the number itself stands beside it. */
  label: string
}

/** A thin bar across its grid: one of several amounts against the largest. */
export function Meter({ value, max, label }: MeterProps) {
  return <progress className={classes.meter} value={value} max={Math.max(max, 1)} aria-label={label} />
}
