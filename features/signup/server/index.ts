export { signupReceivedMail } from './applying/signup-emails'
export { conversionRejectedMail } from './review/review-emails'
export { forgetSignupsOf } from './forgetting-store'
export { signupRouter } from './signup-router'
