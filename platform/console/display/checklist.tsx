import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Glyph, type IconLike } from '../theme/glyph'
import { ProgressBar } from './charts/meter'
import classes from './checklist.module.css'

export type ChecklistState = 'done' | 'missing' | 'optional'

export interface ChecklistItem {
  id: string
  label: string
  state: ChecklistState
  /** At the end of the line: a fact when done, a link to where it can be added when not. */
  detail?: ReactNode
}

const look = {
  done: { icon: IconCircleCheck, word: 'Done' },
  missing: { icon: IconAlertCircle, word: 'Missing' },
  optional: { icon: IconCircleDashed, word: 'Optional' },
} as const satisfies Record<ChecklistState, { icon: IconLike; word: string }>

interface ChecklistProps {
  items: ChecklistItem[]
  /** Name of the progress bar; left out, no bar is drawn. */
  progressLabel?: string
}

export function Checklist({ items, progressLabel }: ChecklistProps) {
  const required = items.filter((item) => item.state !== 'optional')
  const done = required.filter((item) => item.state === 'done').length
  return (
    <>
      {progressLabel && <ProgressBar value={done} max={required.length} label={progressLabel} />}
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.id} data-state={item.state}>
            <Glyph icon={look[item.state].icon} className={classes.mark} />
            <span className={classes.label}>
              <span className="q-hidden">{look[item.state].word}: </span>
              {item.label}
              {item.state === 'optional' && <span className="q-muted"> (optional)</span>}
            </span>
            {item.detail !== undefined && <span className={`q-caption ${classes.detail}`}>{item.detail}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
