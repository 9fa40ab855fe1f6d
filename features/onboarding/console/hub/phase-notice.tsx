import type { ReactNode } from 'react'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { formatDate } from '@quaff/platform/console/display/date-time'
import { Notice } from '@quaff/platform/console/display/notice'
import type { OnboardingPhase, OnboardingState } from '../../contract'
import { checklistItems, phaseTexts, type PhaseText } from '../onboarding-texts'
import classes from '../onboarding.module.css'

interface PhaseNoticeProps {
  state: OnboardingState
  /** Above the steps, with the way on; any other page has a way of its own. */
  atSteps?: boolean
}

/** Where the venue stands, in words, and what there is to do about it. */
export function PhaseNotice({ state, atSteps = true }: PhaseNoticeProps) {
  const { title, text, elsewhere, tone, icon }: PhaseText = phaseTexts[state.phase]
  return (
    <Notice tone={tone} icon={icon} title={title} action={atSteps && <PhaseAction phase={state.phase} />}>
      <p>{atSteps ? text : (elsewhere ?? text)}</p>
      <PhaseDetail state={state} />
    </Notice>
  )
}

function PhaseAction({ phase }: { phase: OnboardingPhase }) {
  if (phase === 'submitted') return <QuietLink to="/merchants/application-submitted">See your application</QuietLink>
  if (phase === 'approved') return <QuietLink to="/dashboard">Go to dashboard</QuietLink>
  return null
}

function QuietLink({ to, children }: { to: string; children: string }) {
  return (
    <ButtonLink to={to} variant="quiet" size="sm">
      {children}
    </ButtonLink>
  )
}

function PhaseDetail({ state: { phase, statusReason, changeRequest, isLive } }: { state: OnboardingState }): ReactNode {
  switch (phase) {
    case 'changes_requested':
      return changeRequest && <Requested request={changeRequest} />
    case 'rejected':
    case 'suspended':
    case 'archived':
      return statusReason && <p className={classes.note}>{`Reason: ${statusReason}`}</p>
    case 'approved':
      return (
        <p>{isLive ? 'Subscribers can buy passes.' : 'It is paused: nobody can buy a pass until you resume it.'}</p>
      )
    case 'pending_setup':
    case 'submitted':
      return null
  }
}

function Requested({ request }: { request: NonNullable<OnboardingState['changeRequest']> }) {
  return (
    <>
      {request.note && <p className={classes.note}>{`“${request.note}”`}</p>}
      <ul className={classes.items} aria-label={`Asked for on ${formatDate(request.requestedAt, 'date')}`}>
        {request.items.map((item) => (
          <li key={item}>
            <AppLink to={checklistItems[item].to} className="q-link">
              {checklistItems[item].label}
            </AppLink>
          </li>
        ))}
      </ul>
    </>
  )
}
