import { Notice } from '@quaff/platform/console/display/panel'
import type { OnboardingState } from '../contract'
import { BusinessForm } from './business-form'
import { onlyOwner, phaseMessages } from './onboarding-messages'
import { VenueGate, StepHeader } from './venue-gate'

export function BusinessProfilePage() {
  return (
    <VenueGate title="Business Profile">
      {(state) => (
        <div className="q-stack-loose" key={state.merchantId}>
          <StepHeader
            state={state}
            step="profile"
            title="Business Profile"
            description="Shown to customers and used for payouts."
          />
          <ReadOnlyReason state={state} />
          <BusinessForm state={state} />
        </div>
      )}
    </VenueGate>
  )
}

function ReadOnlyReason({ state }: { state: OnboardingState }) {
  if (state.editable.includes('business')) return null
  const closed = state.phase === 'rejected' || state.phase === 'archived'
  return (
    <Notice tone="neutral" title="View only">
      {closed ? phaseMessages[state.phase].text : `${onlyOwner}.`}
    </Notice>
  )
}
