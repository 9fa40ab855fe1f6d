import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { stepScreens } from '../../rules'
import { reasonTexts } from '../onboarding-texts'

export function ProfileFirst() {
  return (
    <Notice
      tone="neutral"
      title={reasonTexts.AFTER_PROFILE}
      action={
        <ButtonLink to={stepScreens.profile} variant="primary" size="sm">
          Open Business Profile
        </ButtonLink>
      }
    >
      Save your business profile first. It creates the venue that this step is about.
    </Notice>
  )
}
