import { approveRegistrationIn, makeVenueOwner, rejectRegistrationIn } from '@quaff/features/users/server'
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
} from '@quaff/platform/server'
import type { ApproveSignupInput, RejectSignupInput, SignupStatus } from '../contract'
import { signupPermissions } from '../permissions'
import { signupRefusals } from '../refusals'
import { conversionRejectedMail } from './signup-emails'
import { findSignup, lockSignup, decideSignup as saveDecision, type StoredSignup } from './signup-store'

type Decision = (tx: Transaction, actor: UserActor, signup: StoredSignup) => Promise<{ rejectionReason?: string }>

async function decideSignup(
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
      after: { name: signup.businessName, status, userId: signup.userId },
    })
  })
  return { success: true }
}

/**
 * Invites the applicant as owner of a new merchant (specification-gaps.md, "Application to live"); a customer becomes one immediately.
 */
export async function approveSignup(ctx: Context, input: ApproveSignupInput): Promise<{ success: true }> {
  return decideSignup(ctx, input, 'approved', async (tx, actor, signup) => {
    const { userId, applicationId, businessName: venueName } = signup
    if (signup.kind === 'convert') await makeVenueOwner(ctx, tx, actor, { userId, applicationId, venueName })
    else await approveRegistrationIn(ctx, tx, actor, { userId, merchantIds: [], approvedVenue: venueName })
    return {}
  })
}

/** Permanent; the applicant receives the reason. A customer stays a customer. */
export async function rejectSignup(ctx: Context, { reason, ...input }: RejectSignupInput): Promise<{ success: true }> {
  return decideSignup(ctx, input, 'rejected', async (tx, actor, signup) => {
    if (signup.kind === 'convert')
      await queueMail(ctx, tx, { to: signup.email, ...conversionRejectedMail(signup.businessName, reason) })
    else await rejectRegistrationIn(ctx, tx, actor, { userId: signup.userId, reason, venueName: signup.businessName })
    return { rejectionReason: reason }
  })
}
