import { rejectRegistrationIn } from '@quaff/features/users/server'
import type { Context } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import type { RejectSignupInput } from '../contract'
import { decideSignup } from './decide-signup'
import { conversionRejectedMail } from './review-emails'

/** For good; the applicant is mailed the reason. A customer stays a customer. */
export async function rejectSignup(ctx: Context, { reason, ...input }: RejectSignupInput): Promise<{ success: true }> {
  return decideSignup(ctx, input, 'rejected', async (tx, actor, signup) => {
    if (signup.kind === 'convert')
      await queueMail(ctx, tx, { to: signup.email, ...conversionRejectedMail(signup.businessName, reason) })
    else await rejectRegistrationIn(ctx, tx, actor, { userId: signup.userId, reason, venueName: signup.businessName })
    return { rejectionReason: reason }
  })
}
