export { applicationSubmittedMail, venueWaitsMail } from './onboarding-emails'
export { onboardingRouter } from './onboarding-router'
