import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { onboardingContract } from '../contract'
import { getOnboardingState } from './get-onboarding-state'
import { placeAtBusinessAddress } from './place-at-business-address'
import { requestApproval } from './request-approval'
import { saveBusiness } from './save-business'
import { saveDraft } from './save-draft'
import { saveSettings } from './save-settings'

const os = implement(onboardingContract).$context<Context>()

export const onboardingRouter = os.router({
  state: os.state.handler(({ context, input }) => getOnboardingState(context, input)),
  saveDraft: os.saveDraft.handler(({ context, input }) => saveDraft(context, input)),
  saveBusiness: os.saveBusiness.handler(({ context, input }) => saveBusiness(context, input)),
  saveSettings: os.saveSettings.handler(({ context, input }) => saveSettings(context, input)),
  useBusinessAddress: os.useBusinessAddress.handler(({ context, input }) => placeAtBusinessAddress(context, input)),
  requestApproval: os.requestApproval.handler(({ context, input }) => requestApproval(context, input)),
})
