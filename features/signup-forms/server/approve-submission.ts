import { inviteVenueOwner } from '@quaff/features/users/server'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { applicationOf } from '../approval/rules'
import type { ApproveSubmissionInput } from '../inbox/contract'
import { submissionRefusals } from '../refusals'
import { decideSubmission, type Done } from './decide-submission'
import { readObstacle } from './get-submission'
import { findSubmission } from './submission-store'

/** Whoever sent it is invited as owner of a new venue, with an application of what they answered. */
export async function approveSubmission(ctx: Context, input: ApproveSubmissionInput): Promise<Done> {
  return decideSubmission(ctx, input, 'approved', async (tx, actor, { id, email, businessName: venueName }) => {
    const asked = await findSubmission(tx, id)
    if (!asked) throw refuse(submissionRefusals, 'SUBMISSION')
    const business = { name: venueName, businessName: venueName, email, ...applicationOf(asked, asked.category) }
    const opened = await inviteVenueOwner(ctx, tx, actor, { email, venueName, business })
    if (opened) return opened
    const text = (await readObstacle(tx, email)) ?? 'The account with this email has changed. Try again.'
    throw refuse(submissionRefusals, 'OBSTACLE', text)
  })
}
