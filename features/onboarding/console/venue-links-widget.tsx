import { IconAdjustments, IconId } from '@tabler/icons-react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { stepScreens } from '../rules'
import { PauseSection } from './pause-section'
import { useOnboarding } from './use-onboarding'

/** On the dashboard of an approved merchant: sales with pause and resume, profile and settings. */
export function VenueSection() {
  const { data: state } = useOnboarding()
  if (state?.phase !== 'approved') return null
  return (
    <PauseSection
      state={state}
      links={
        <>
          <ButtonLink to={stepScreens.profile} variant="quiet" size="sm" icon={IconId}>
            Venue profile
          </ButtonLink>
          <ButtonLink to={stepScreens.live} variant="quiet" size="sm" icon={IconAdjustments}>
            Venue settings
          </ButtonLink>
        </>
      }
    />
  )
}
