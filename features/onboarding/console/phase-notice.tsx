import type { ReactNode } from 'react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/panel'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { OnboardingPhase, OnboardingState } from '../contract'
import { phaseMessages, type PhaseText } from './onboarding-messages'
import { RequestedChanges, requestText } from './requested-changes-section'
import classes from './onboarding.module.css'

interface PhaseNoticeProps {
  state: OnboardingState
  /** True above the steps, with a link to the next one. */
  atSteps?: boolean
}

export function PhaseNotice({ state, atSteps = true }: PhaseNoticeProps) {
  const { title, tone, icon }: PhaseText = phaseMessages[state.phase]
  return (
    <Notice tone={tone} icon={icon} title={title} action={atSteps && <PhaseAction phase={state.phase} />}>
      <p>{textOf(state, atSteps)}</p>
      <PhaseDetail state={state} />
    </Notice>
  )
}

function textOf(state: OnboardingState, atSteps: boolean): string {
  const { text, elsewhere }: PhaseText = phaseMessages[state.phase]
  if (state.phase === 'changes_requested') return requestText(state)
  if (state.phase === 'approved' && state.editable.length === 0) return 'Setup is complete.'
  return atSteps ? text : (elsewhere ?? text)
}

function PhaseAction({ phase }: { phase: OnboardingPhase }) {
  if (phase === 'submitted') return <QuietLink to="/merchants/application-submitted">View application</QuietLink>
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

function PhaseDetail({ state }: { state: OnboardingState }): ReactNode {
  const { phase, statusReason, isLive } = state
  switch (phase) {
    case 'changes_requested':
      return <RequestedChanges {...state} />
    case 'rejected':
    case 'suspended':
    case 'archived':
      return statusReason && <p className={classes.note}>{`Reason: ${isolated(statusReason)}`}</p>
    case 'approved':
      return (
        <>
          <p>{isLive ? 'Customers can buy passes.' : pausedText(state)}</p>
          {state.changeRequest && <p>{requestText(state)}</p>}
          <RequestedChanges {...state} />
        </>
      )
    case 'submitted':
      return <RequestedChanges {...state} />
    case 'pending_setup':
      return null
  }
}

function pausedText({ editable }: OnboardingState): string {
  return `Sales are paused until ${editable.length > 0 ? 'you resume them' : 'the owner resumes them'}.`
}
