import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './figures.module.css'
import { Glyph } from '@quaff/platform/console/theme/glyph'

/** Why it cannot be paid out yet, or that it can. */
export function BankProblemText({ problem }: { problem: string | null }) {
  if (problem === null) return <span className="q-muted">On file</span>
  return (
    <span className={classes.problem}>
      <Glyph icon={IconAlertTriangle} size={14} />
      {problem}
    </span>
  )
}
