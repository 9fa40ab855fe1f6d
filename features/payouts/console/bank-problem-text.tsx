import { IconAlertTriangle } from '@tabler/icons-react'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import classes from './payouts.module.css'

export function BankProblemText({ problem }: { problem: string | null }) {
  if (problem === null) return <span className="q-muted">On file</span>
  return (
    <span className={classes.problem}>
      <Glyph icon={IconAlertTriangle} size={14} />
      {problem}
    </span>
  )
}
