import type { UserActor } from '@quaff/platform/server/actor'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse, staleVersion } from '@quaff/platform/shared/refusal'
import type { ApproveSignupInput, SignupStatus } from '../contract'
import { signupPermissions } from '../permissions'
import { signupRefusals } from '../refusals'
import { decideSignup as saveDecision, findSignup, lockSignup, type StoredSignup } from './signup-store'

type Decision = (tx: Transaction, actor: UserActor, signup: StoredSignup) => Promise<{ rejectionReason?: string }>

export async function decideSignup(
  ctx: Context,
  { signupId, version }: ApproveSignupInput,
  status: SignupStatus,
  carryOut: Decision,
): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, signupPermissions, 'signup.decide')
  await inTransaction(ctx, async (tx) => {
    const signup = await lockSignup(tx, signupId)
    if (!signup) throw refuse(signupRefusals, 'SIGNUP')
    if (signup.version !== version) throw staleVersion({ type: 'signup', id: signupId, savedAt: signup.reviewedAt })
    if ((await findSignup(tx, signupId))?.status !== 'submitted') throw refuse(signupRefusals, 'STATE')
    const detail = await carryOut(tx, actor, signup)
    await saveDecision(tx, signupId, { status, reviewedAt: ctx.clock.now(), reviewedBy: actor.userId, ...detail })
    await recordAudit(ctx, tx, {
      action: status === 'approved' ? 'approve_signup' : 'reject_signup',
      targetType: 'signup',
      targetId: signupId,
      before: { status: 'submitted' },
      after: { status, userId: signup.userId },
    })
  })
  return { success: true }
}
