import { IconArrowRight, IconMapPin } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ButtonLink, PermissionButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { ErrorNotice, Panel } from '@quaff/platform/console/display/panel'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { addressLine } from '@quaff/platform/shared/fields/address-format'
import type { OnboardingState } from '../contract'
import { stepScreens } from '../rules'
import { onlyOwner } from './onboarding-messages'
import { onboardingApi } from './onboarding-queries'
import { useStepSaved } from './use-onboarding'
import { VenueGate, StepHeader } from './venue-gate'
import classes from './onboarding.module.css'

const MerchantLocations = deferred(
  async () => (await import('@quaff/features/locations/console/merchant-locations-widget')).MerchantLocations,
  <Panel loading />,
)

export function OnboardingLocationsPage() {
  return (
    <VenueGate title="Locations">
      {(state) => (
        <div className="q-stack-loose">
          <StepHeader state={state} step="locations" title="Locations" description="Where customers redeem passes." />
          <Step state={state} />
        </div>
      )}
    </VenueGate>
  )
}

function Step({ state }: { state: OnboardingState }) {
  return (
    <>
      {state.locations === 0 && <SingleAddress state={state} />}
      <MerchantLocations merchantId={state.merchantId} />
      <div className={classes.foot}>
        <span className="q-secondary">
          {state.locations > 0 ? 'This step is done. You can add more anytime.' : 'One location is enough to continue.'}
        </span>
        <span className={classes.buttons}>
          <ButtonLink to="/merchants/onboarding">Save and leave</ButtonLink>
          {state.locations > 0 && (
            <ButtonLink to={stepScreens.plans} variant="primary" icon={IconArrowRight}>
              Continue to plans
            </ButtonLink>
          )}
        </span>
      </div>
    </>
  )
}

function SingleAddress({ state }: { state: OnboardingState }) {
  const stepSaved = useStepSaved()
  const place = useMutation(onboardingApi.useBusinessAddress.mutationOptions())
  const text = addressLine(state.business.address)
  const run = async () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    try {
      await place.mutateAsync({ merchantId: state.merchantId, timeZone })
    } catch {
      return
    }
    await stepSaved()
    notifySuccess('Location added')
  }
  return (
    <Panel title="Only one address?">
      <div className="q-stack">
        <p className="q-secondary">{`Use ${text || 'your business address'}. You can add opening hours later.`}</p>
        <ErrorNotice title="Couldn’t add the location" text={place.error && errorText(place.error)} />
        <span className={classes.buttons}>
          <PermissionButton
            icon={IconMapPin}
            loading={place.isPending}
            disabledReason={state.editable.includes('locations') ? undefined : onlyOwner}
            onClick={() => void run()}
          >
            Use business address
          </PermissionButton>
        </span>
      </div>
    </Panel>
  )
}
