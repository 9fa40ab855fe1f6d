import classes from './live-badge.module.css'

export function LiveBadge({ state, label }: { state: 'live' | 'stale' | 'error'; label: string }) {
  return (
    <span className={classes.badge} data-state={state}>
      <span className={classes.dot} aria-hidden />
      {label}
    </span>
  )
}
