import classes from './full-page.module.css'

export function FullPageLoader({ text = 'Loading…' }: { text?: string }) {
  return (
    <div className={classes.page} role="status">
      <span className={classes.spinner} aria-hidden />
      <span className="q-secondary">{text}</span>
    </div>
  )
}
