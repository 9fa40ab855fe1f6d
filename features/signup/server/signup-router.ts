import { openForm } from '@quaff/features/mailbox/server'
import { routerOf } from '@quaff/platform/server/router'
import { signupContract } from '../contract'
import { signupFormKey } from '../rules'
import { getConversion } from './applying/get-conversion'
import { submitSignup } from './applying/submit-signup'
import { approveSignup } from './review/approve-signup'
import { getSignup } from './review/get-signup'
import { getVenueSignup } from './review/get-venue-signup'
import { listSignups } from './review/list-signups'
import { rejectSignup } from './review/reject-signup'

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
