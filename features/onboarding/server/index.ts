import { routerOf } from '@quaff/platform/server'
import { onboardingContract } from '../contract'
import { getOnboardingState } from './onboarding-state'
import { openVenue } from './open-venue'
import { requestApproval } from './request-approval'
import { saveBusiness } from './save-business'
import { placeAtBusinessAddress, saveDraft, saveSettings } from './save-settings'

export { applicationSubmittedMail, venueWaitsMail } from './onboarding-emails'

export const onboardingRouter = routerOf(onboardingContract, {
  state: getOnboardingState,
  open: openVenue,
  saveDraft,
  saveBusiness,
  saveSettings,
  useBusinessAddress: placeAtBusinessAddress,
  requestApproval,
})
