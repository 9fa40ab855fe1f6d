import { routerOf } from '@quaff/platform/server/router'
import { onboardingContract } from '../contract'
import { getOnboardingState } from './get-onboarding-state'
import { placeAtBusinessAddress } from './place-at-business-address'
import { requestApproval } from './request-approval'
import { saveBusiness } from './save-business'
import { saveDraft } from './save-draft'
import { saveSettings } from './save-settings'

export const onboardingRouter = routerOf(onboardingContract, {
  state: getOnboardingState,
  saveDraft,
  saveBusiness,
  saveSettings,
  useBusinessAddress: placeAtBusinessAddress,
  requestApproval,
})
