import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { adminRole } from '@quaff/platform/shared/product'
import type { OnboardingState } from '../contract'
import { isSettingUp, stepViews } from '../rules'
import { HubFooter } from './hub-footer'
import { onlyOwner } from './onboarding-texts'
import { PhaseNotice } from './phase-notice'
import { SetupOverview, SetupView } from './setup-view'
import { StepsPanel } from './steps-panel'
import { VenueGate } from './venue-gate'

const nothingDone = {
  steps: stepViews({ phase: 'pending_setup', done: new Set(), asked: [] }),
  locations: 0,
  activePlans: 0,
}

/** The five steps with their state: the hub of the setup, and the dashboard of a venue that is being set up. */
export function SetupGuide() {
  return (
    <VenueGate
      title="Merchant onboarding"
      preview={<SetupOverview guide={nothingDone} readOnlyReason="Choose a merchant" />}
    >
      {(state) => <VenueGuide state={state} />}
    </VenueGate>
  )
}

function VenueGuide({ state }: { state: OnboardingState }) {
  const { displayName, email, role } = useSessionUser()
  const readOnly = state.editable.length === 0
  return (
    <div className="q-stack-loose">
      {state.phase === 'pending_setup' ? (
        <SetupView
          merchantName={state.merchantName}
          personName={role === adminRole ? undefined : displayName || email}
          guide={state}
          readOnlyReason={readOnly ? onlyOwner : undefined}
        />
      ) : (
        <>
          <PageHeader title={state.merchantName} description={`Application ${state.reference}`} />
          <PhaseNotice state={state} />
          <StepsPanel guide={state} readOnly={readOnly} />
        </>
      )}
      <HubFooter mayLeave={role === 'merchant_owner' && isSettingUp(state.phase)} />
    </div>
  )
}
