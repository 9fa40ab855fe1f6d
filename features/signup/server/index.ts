export { signupReceivedMail } from './signup-emails'
export { conversionRejectedMail } from './signup-emails'
export { forgetSignupsOf } from './signup-store'
export { signupRouter } from './signup-router'
