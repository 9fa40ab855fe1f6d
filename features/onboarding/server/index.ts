export { getOnboardingState } from './get-onboarding-state'
export { onboardingRouter } from './onboarding-router'
export { requestApproval } from './request-approval'
export { saveBusiness } from './save-business'
