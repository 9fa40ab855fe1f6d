import { approveRegistrationIn, makeVenueOwner } from '@quaff/features/users/server'
import type { Context } from '@quaff/platform/server/context'
import type { ApproveSignupInput } from '../contract'
import { decideSignup } from './decide-signup'

/** The applicant is invited as owner of a new venue (0001, "Application to live"); a customer becomes one at once. */
export async function approveSignup(ctx: Context, input: ApproveSignupInput): Promise<{ success: true }> {
  return decideSignup(ctx, input, 'approved', async (tx, actor, signup) => {
    const { userId, applicationId, businessName: venueName } = signup
    if (signup.kind === 'convert') await makeVenueOwner(ctx, tx, actor, { userId, applicationId, venueName })
    else await approveRegistrationIn(ctx, tx, actor, { userId, merchantIds: [], approvedVenue: venueName })
    return {}
  })
}
