import { IconArrowRight, IconLogout } from '@tabler/icons-react'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { DateText } from '@quaff/platform/console/display/formats'
import { KeyValue, Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import type { OnboardingPhase, OnboardingState } from '../contract'
import { editableTexts } from './onboarding-messages'
import { PhaseNotice } from './phase-notice'
import { SupportLink } from './support-link'
import { useLeave } from './use-leave'
import { VenueGate } from './venue-gate'
import classes from './onboarding.module.css'

const titles = {
  pending_setup: 'Not submitted yet',
  submitted: 'Application submitted',
  changes_requested: 'Changes requested',
  approved: 'Application approved',
  rejected: 'Application rejected',
  suspended: 'Venue suspended',
  archived: 'Venue archived',
} as const satisfies Record<OnboardingPhase, string>

export function ApplicationSubmittedPage() {
  return <VenueGate title="Application submitted">{(state) => <Application state={state} />}</VenueGate>
}

function Application({ state }: { state: OnboardingState }) {
  const leave = useLeave()
  const waits = state.phase === 'submitted'
  return (
    <div className="q-stack-loose">
      <PageHeader
        title={titles[state.phase]}
        description={state.merchantName}
        actions={
          <>
            <Button icon={IconLogout} onClick={leave}>
              Sign out
            </Button>
            <ButtonLink to={waits ? '/dashboard' : '/merchants/onboarding'} variant="primary" icon={IconArrowRight}>
              {waits ? 'Go to dashboard' : 'Back to setup'}
            </ButtonLink>
          </>
        }
      />
      <PhaseNotice state={state} atSteps={false} />
      {state.submittedAt && (
        <Panel title="Your application">
          <KeyValue
            items={[
              { label: 'Submitted', value: <DateText value={state.submittedAt} style="datetime" /> },
              { label: 'Reference', value: <span className="q-num">{state.reference}</span> },
            ]}
          />
        </Panel>
      )}
      {waits && <WhatHappensNext />}
      {state.editable.length > 0 && <StillEditable parts={state.editable} />}
    </div>
  )
}

function WhatHappensNext() {
  return (
    <Panel title="What happens next">
      <div className="q-stack">
        <ol className={classes.next}>
          <li>We check your profile, locations, plans and bank account.</li>
          <li>We email you our decision or the changes we need.</li>
          <li>After approval you start selling, or stay paused until you’re ready.</li>
        </ol>
        <p className="q-secondary">
          <SupportLink lead="Include this reference when you contact " />
        </p>
      </div>
    </Panel>
  )
}

function StillEditable({ parts }: { parts: OnboardingState['editable'] }) {
  return (
    <Panel title="You can still change">
      <ul className={classes.links}>
        {parts.map((part) => (
          <li key={part}>
            <AppLink to={editableTexts[part].to} className="q-link">
              {editableTexts[part].label}
            </AppLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
