import type { ReactNode } from 'react'
import classes from './text.module.css'

/** Explains a tab in one or two sentences, beside its main action. */
export function TabIntro({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.intro}>
      <p className="q-secondary">{children}</p>
      {action}
    </div>
  )
}
