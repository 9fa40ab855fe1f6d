import type { ReactNode } from 'react'
import classes from './text.module.css'

/** What a tab is for, in a sentence or two, with what is begun there beside it. */
export function TabIntro({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.intro}>
      <p className="q-secondary">{children}</p>
      {action}
    </div>
  )
}
