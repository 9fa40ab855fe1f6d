import {
  IconAlertCircle,
  IconArrowRight,
  IconCheck,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconLock,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AppLink } from '../frame/app-link'
import { Glyph, type IconLike } from '../theme/glyph'
import { ProgressBar } from './charts/bar-list'
import { StatusPill, type Tone } from './panel'
import classes from './step-list.module.css'

type StepState = 'done' | 'current' | 'open' | 'waiting' | 'locked'

export interface Step {
  id: string
  label: string
  state: StepState
  description?: string
  to?: string
}

const meta = {
  done: { tone: 'ok', icon: IconCheck, word: 'Done' },
  current: { tone: 'warn', icon: IconArrowRight, word: 'Your turn' },
  open: { tone: 'neutral', icon: IconCircleDashed, word: 'To do' },
  waiting: { tone: 'info', icon: IconClock, word: 'Waiting for us' },
  locked: { tone: 'neutral', icon: IconLock, word: 'Locked' },
} as const satisfies Record<StepState, { tone: Tone; icon: IconLike; word: string }>

export function StepList({ steps }: { steps: Step[] }) {
  return (
    <ol className={classes.list}>
      {steps.map((step, index) => (
        <li key={step.id} data-state={step.state} aria-current={step.state === 'current' ? 'step' : undefined}>
          <span className={classes.number} aria-hidden>
            {step.state === 'done' ? <Glyph icon={IconCheck} size={14} /> : index + 1}
          </span>
          <span className={classes.words}>
            {step.to && step.state !== 'locked' ? (
              <AppLink to={step.to} className={classes.link}>
                {step.label}
              </AppLink>
            ) : (
              <b className="q-strong">{step.label}</b>
            )}
            {step.description && <span className={`q-caption ${classes.description}`}>{step.description}</span>}
          </span>
          <StatusPill tone={meta[step.state].tone} icon={meta[step.state].icon}>
            {meta[step.state].word}
          </StatusPill>
        </li>
      ))}
    </ol>
  )
}

type ChecklistState = 'done' | 'missing' | 'optional'

export interface ChecklistItem {
  id: string
  label: string
  state: ChecklistState
  /** At the end of the line: a value if done, otherwise a link to where it can be added. */
  detail?: ReactNode
}

const checkMeta = {
  done: { icon: IconCircleCheck, word: 'Done' },
  missing: { icon: IconAlertCircle, word: 'Missing' },
  optional: { icon: IconCircleDashed, word: 'Optional' },
} as const satisfies Record<ChecklistState, { icon: IconLike; word: string }>

interface ChecklistProps {
  items: ChecklistItem[]
  /** Name of the progress bar; without it no bar is rendered. */
  progressLabel?: string
}

export function Checklist({ items, progressLabel }: ChecklistProps) {
  const required = items.filter((item) => item.state !== 'optional')
  const done = required.filter((item) => item.state === 'done').length
  return (
    <>
      {progressLabel && <ProgressBar value={done} max={required.length} label={progressLabel} />}
      <ul className={classes.checklistList}>
        {items.map((item) => (
          <li key={item.id} data-state={item.state}>
            <Glyph icon={checkMeta[item.state].icon} className={classes.mark} />
            <span className={classes.label}>
              <span className="q-hidden">{checkMeta[item.state].word}: </span>
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
