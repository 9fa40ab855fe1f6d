import classes from './live-badge.module.css'

interface LiveBadgeProps {
  state: 'live' | 'stale' | 'error'
  label: string
}

export function LiveBadge({ state, label }: LiveBadgeProps) {
  return (
    <span className={classes.badge} data-state={state}>
      <span className={classes.dot} aria-hidden />
      {label}
    </span>
  )
}
