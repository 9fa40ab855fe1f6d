import { openForm } from '@quaff/features/mailbox/server'
import { routerOf } from '@quaff/platform/server/router'
import { signupContract } from '../contract'
import { signupFormKey } from '../rules'
import { approveSignup } from './approve-signup'
import { getConversion } from './get-conversion'
import { getSignup } from './get-signup'
import { getVenueSignup } from './get-venue-signup'
import { listSignups } from './list-signups'
import { rejectSignup } from './reject-signup'
import { submitSignup } from './submit-signup'

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
