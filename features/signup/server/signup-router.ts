import { implement } from '@orpc/server'
import { openForm } from '@quaff/features/mailbox/server'
import type { Context } from '@quaff/platform/server/context'
import { signupContract } from '../contract'
import { signupFormKey } from '../rules'
import { getConversion } from './applying/get-conversion'
import { submitSignup } from './applying/submit-signup'
import { approveSignup } from './review/approve-signup'
import { getSignup } from './review/get-signup'
import { getVenueSignup } from './review/get-venue-signup'
import { listSignups } from './review/list-signups'
import { rejectSignup } from './review/reject-signup'

const os = implement(signupContract).$context<Context>()

export const signupRouter = os.router({
  open: os.open.handler(({ context }) => ({ startToken: openForm(context, signupFormKey) })),
  submit: os.submit.handler(({ context, input }) => submitSignup(context, input)),
  conversion: os.conversion.handler(({ context, input }) => getConversion(context, input)),
  list: os.list.handler(({ context, input }) => listSignups(context, input)),
  get: os.get.handler(({ context, input }) => getSignup(context, input)),
  ofMerchant: os.ofMerchant.handler(({ context, input }) => getVenueSignup(context, input)),
  approve: os.approve.handler(({ context, input }) => approveSignup(context, input)),
  reject: os.reject.handler(({ context, input }) => rejectSignup(context, input)),
})
