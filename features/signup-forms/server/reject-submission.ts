import type { Context } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { withoutControls } from '@quaff/platform/shared/text'
import type { RejectSubmissionInput } from '../inbox/contract'
import { decideSubmission, type Done } from './decide-submission'
import { submissionRejectedMail } from './decision-emails'

/** For good; the address is mailed the reason, this once. No account comes of it or changes. */
export async function rejectSubmission(ctx: Context, { reason, ...input }: RejectSubmissionInput): Promise<Done> {
  return decideSubmission(ctx, input, 'rejected', async (tx, _actor, { email, businessName }) => {
    const rejectionReason = withoutControls(reason)
    await queueMail(ctx, tx, { to: email, ...submissionRejectedMail(businessName, rejectionReason) })
    return { rejectionReason }
  })
}
