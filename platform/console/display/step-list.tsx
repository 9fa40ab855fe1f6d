import { IconArrowRight, IconCheck, IconCircleDashed, IconClock, IconLock } from '@tabler/icons-react'
import { AppLink } from '../frame/app-link'
import type { IconLike } from '../theme/glyph'
import { Glyph } from '../theme/glyph'
import { StatusPill, type Tone } from './status-pill'
import classes from './step-list.module.css'

export type StepState = 'done' | 'current' | 'open' | 'waiting' | 'locked'

export interface Step {
  id: string
  label: string
  state: StepState
  description?: string
  to?: string
}

const look = {
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
          <StatusPill tone={look[step.state].tone} icon={look[step.state].icon}>
            {look[step.state].word}
          </StatusPill>
        </li>
      ))}
    </ol>
  )
}
