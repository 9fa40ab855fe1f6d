import type { UserActor } from '@quaff/platform/server/actor'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse, staleVersion } from '@quaff/platform/shared/refusal'
import type { ApproveSubmissionInput, SubmissionStatus } from '../inbox/contract'
import { signupFormPermissions } from '../permissions'
import { submissionRefusals } from '../refusals'
import { lockSubmission, saveDecision, type StoredSubmission } from './submission-store'

export type Done = { success: true }

type Outcome = Partial<Pick<StoredSubmission, 'userId' | 'applicationId' | 'rejectionReason'>>

type CarryOut = (tx: Transaction, actor: UserActor, submission: StoredSubmission) => Promise<Outcome>

export async function decideSubmission(
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
