import { useQuery } from '@tanstack/react-query'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-queries-widget'
import { SalesButton } from '@quaff/features/merchants/console/pause-sales-widget'
import { Panel } from '@quaff/platform/console/display/panel'
import type { OnboardingState } from '../contract'
import { isSettingUp } from '../rules'
import { ChoicesSection } from './choices-section'
import { onlyOwner } from './onboarding-messages'
import { PhaseNotice } from './phase-notice'
import { ReviewSection } from './review-section'
import { VenueGate, StepHeader } from './venue-gate'
import classes from './onboarding.module.css'

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
      {phase === 'approved' && <SalesPanel state={state} />}
      <ChoicesSection state={state} />
      {isSettingUp(phase) && <ReviewSection state={state} />}
    </>
  )
}

function SalesPanel({ state: { merchantId, activePlans, editable } }: { state: OnboardingState }) {
  const query = useQuery(merchantsApi.get.queryOptions({ input: { merchantId } }))
  return (
    <Panel title="Pass sales" query={query} lines={1} what="pass sales">
      {query.data && (
        <div className={classes.foot}>
          <span className="q-secondary">
            {query.data.isLive
              ? 'On. Customers can find you and buy passes.'
              : 'Paused. New sales are off; existing passes still work.'}
          </span>
          <SalesButton
            merchant={query.data}
            plans={activePlans}
            disabledReason={editable.includes('settings') ? undefined : onlyOwner}
          />
        </div>
      )}
    </Panel>
  )
}
