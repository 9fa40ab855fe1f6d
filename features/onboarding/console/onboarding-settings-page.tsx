import type { OnboardingState } from '../contract'
import { isSettingUp } from '../rules'
import { ChoicesSection } from './choices-section'
import { PauseSection } from './pause-section'
import { PhaseNotice } from './phase-notice'
import { ReviewSection } from './review-section'
import { StepHeader } from './step-header'
import { VenueGate } from './venue-gate'

export function OnboardingSettingsPage() {
  return (
    <VenueGate title="Go Live">
      {(state) => (
        <div className="q-stack-loose">
          <StepHeader state={state} step="live" {...headerOf(state)} />
          <Sections state={state} />
        </div>
      )}
    </VenueGate>
  )
}

function headerOf({ phase }: OnboardingState) {
  if (isSettingUp(phase) || phase === 'submitted')
    return { title: 'Go Live', description: 'Choose your settings, check the summary and request approval.' }
  return { title: 'Venue settings', description: 'How passes work at your venue.' }
}

function Sections({ state }: { state: OnboardingState }) {
  const { phase } = state
  return (
    <>
      {!isSettingUp(phase) && phase !== 'approved' && <PhaseNotice state={state} />}
      {phase === 'approved' && <PauseSection state={state} />}
      <ChoicesSection state={state} />
      {isSettingUp(phase) && <ReviewSection state={state} />}
    </>
  )
}
