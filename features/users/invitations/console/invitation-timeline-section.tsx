import { IconAlertTriangle, IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText } from '@quaff/platform/console/display/date-time'
import { Notice } from '@quaff/platform/console/display/notice'
import { StatusPill } from '@quaff/platform/console/display/status-pill'
import type { InvitationStep, InvitationTimeline } from '../contract'
import { stuckTexts } from '../rules'
import classes from './invite.module.css'

const labels = {
  sent: 'Sent',
  opened: 'Opened',
  used: 'Accepted',
  passwordSet: 'Password set',
} as const satisfies Record<InvitationStep, string>

type Step = InvitationTimeline['steps'][number]

/** The way of an invitation, with the step named that it waits at. */
export function InvitationTimelineSection({ timeline }: { timeline: InvitationTimeline }) {
  const timeZone = useTimeZone()
  const { steps, stuckAt, stuckReason, expiresAt } = timeline
  return (
    <section className="q-stack-tight" aria-label="Invitation">
      <h3 className="q-h3">Invitation</h3>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.step} className={classes.step} aria-current={step.step === stuckAt ? 'step' : undefined}>
            <b className="q-strong">{labels[step.step]}</b>
            <span className="q-caption q-grow">
              {step.at && <DateText value={step.at} style="datetime" timeZone={timeZone} />}
            </span>
            <StepPill step={step} isStuck={step.step === stuckAt} />
          </li>
        ))}
      </ol>
      {stuckAt && stuckReason && (
        <Notice tone="warn" title={`Waits at "${labels[stuckAt]}"`}>
          {stuckTexts[stuckReason]}
        </Notice>
      )}
      {expiresAt && (
        <span className="q-caption">
          The link expires <DateText value={expiresAt} style="datetime" timeZone={timeZone} />.
        </span>
      )}
    </section>
  )
}

function StepPill({ step, isStuck }: { step: Step; isStuck: boolean }) {
  if (step.isDone) {
    return (
      <StatusPill tone="ok" icon={IconCheck}>
        Done
      </StatusPill>
    )
  }
  return (
    <StatusPill tone={isStuck ? 'warn' : 'neutral'} icon={isStuck ? IconAlertTriangle : IconCircleDashed}>
      {isStuck ? 'Waits here' : 'To come'}
    </StatusPill>
  )
}
