import { openForm } from '@quaff/features/sign-in/server'
import { routerOf } from '@quaff/platform/server'
import { signupContract } from '../contract'
import { signupFormKey } from '../rules'
import { approveSignup, rejectSignup } from './decide-signup'
import { getConversion, getSignup, getVenueSignup, listSignups } from './read-signups'
import { submitSignup } from './submit-signup'

export { signupReceivedMail, conversionRejectedMail } from './signup-emails'
export { forgetSignupsOf } from './signup-store'

export const signupRouter = routerOf(signupContract, {
  open: (ctx) => ({ startToken: openForm(ctx, signupFormKey) }),
  submit: submitSignup,
  conversion: getConversion,
  list: listSignups,
  get: getSignup,
  ofMerchant: getVenueSignup,
  approve: approveSignup,
  reject: rejectSignup,
})
