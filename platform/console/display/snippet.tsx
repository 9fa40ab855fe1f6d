import classes from './text.module.css'

/** Lines of code or of a request, scrolled sideways by themselves. */
export function Snippet({ label, text }: { label: string; text: string }) {
  return (
    <pre className={classes.snippet} tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
  )
}
