import { inviteVenueOwner } from '@quaff/features/users/server'
import {
  authorize,
  type Context,
  inTransaction,
  queueMail,
  recordAudit,
  refuse,
  staleVersion,
  type Transaction,
  type UserActor,
  withoutControls,
} from '@quaff/platform/server'
import type { ApproveSubmissionInput, RejectSubmissionInput, SubmissionStatus } from '../contract'
import { signupFormPermissions } from '../permissions'
import { submissionRefusals } from '../refusals'
import { applicationOf } from '../rules'
import { readObstacle } from './read-submissions'
import { submissionRejectedMail } from './submission-emails'
import { findSubmission, lockSubmission, saveDecision, type StoredSubmission } from './submission-store'

type Done = { success: true }

type Outcome = Partial<Pick<StoredSubmission, 'userId' | 'applicationId' | 'rejectionReason'>>

type CarryOut = (tx: Transaction, actor: UserActor, submission: StoredSubmission) => Promise<Outcome>

async function decideSubmission(
  ctx: Context,
  { submissionId, version }: ApproveSubmissionInput,
  status: Exclude<SubmissionStatus, 'submitted'>,
  carryOut: CarryOut,
): Promise<Done> {
  const actor = authorize(ctx.actor, signupFormPermissions, 'submission.decide')
  await inTransaction(ctx, async (tx) => {
    const submission = await lockSubmission(tx, submissionId)
    if (!submission) throw refuse(submissionRefusals, 'SUBMISSION')
    if (submission.version !== version)
      throw staleVersion({ type: 'signup_submission', id: submissionId, savedAt: submission.reviewedAt })
    if (submission.status !== 'submitted') throw refuse(submissionRefusals, 'STATE')
    const outcome = await carryOut(tx, actor, submission)
    const review = { reviewedAt: ctx.clock.now(), reviewedBy: actor.userId }
    await saveDecision(tx, submissionId, { status, ...outcome, ...review })
    await recordAudit(ctx, tx, {
      action: status === 'approved' ? 'approve_submission' : 'reject_submission',
      targetType: 'signup_submission',
      targetId: submissionId,
      before: { status: submission.status },
      after: { status, userId: outcome.userId ?? null },
    })
  })
  return { success: true }
}

/** Invites the sender as owner of a new merchant, with an application from the answers. */
export async function approveSubmission(ctx: Context, input: ApproveSubmissionInput): Promise<Done> {
  return decideSubmission(ctx, input, 'approved', async (tx, actor, { id, email, businessName: venueName }) => {
    const requested = await findSubmission(tx, id)
    if (!requested) throw refuse(submissionRefusals, 'SUBMISSION')
    const business = {
      name: venueName,
      businessName: venueName,
      email,
      ...applicationOf(requested, requested.category),
    }
    const opened = await inviteVenueOwner(ctx, tx, actor, { email, venueName, business })
    if (opened) return opened
    const text = (await readObstacle(tx, email)) ?? 'The account with this email has changed. Try again.'
    throw refuse(submissionRefusals, 'OBSTACLE', text)
  })
}

/** Rejects permanently and emails the reason once. No account is created or changed. */
export async function rejectSubmission(ctx: Context, { reason, ...input }: RejectSubmissionInput): Promise<Done> {
  return decideSubmission(ctx, input, 'rejected', async (tx, _actor, { email, businessName }) => {
    const rejectionReason = withoutControls(reason)
    await queueMail(ctx, tx, { to: email, ...submissionRejectedMail(businessName, rejectionReason) })
    return { rejectionReason }
  })
}
