export { signupReceivedMail } from './signup-emails'
export { conversionRejectedMail } from './review-emails'
export { forgetSignupsOf } from './forgetting-store'
export { signupRouter } from './signup-router'
