import { moveToEmail } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { moveApplicant, unlinkApplicant } from '@quaff/features/merchants/server'
import { revokeSecrets } from '@quaff/features/one-time-secrets/server'
import { merchantScope } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  inTransaction,
  recordAudit,
  refuse,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import type { CorrectEmailInput } from '../access-contract'
import { userPermissions } from '../permissions'
import { userActionRefusals, userRefusals } from '../refusals'
import { assignedMerchantIds, decideResend, existingAccountText, readUserStatus } from '../rules'
import { removeAccount } from './delete-user'
import { sendInvitation, throttle } from './send-invitation'
import { lockTarget, refuseUnlessPossible, type Target } from './target-person'
import { publishUser } from './user-presenter'
import { findUserByEmail, findUserRecord } from './user-store'

/**
 * Deletes the pending account with all its links, so the address can be invited again. Owners only for their own team
 * (G12).
 */
export async function cancelInvitation(ctx: Context, { userId }: { userId: string }): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.cancelInvitation')
  await inTransaction(ctx, async (tx) => {
    await unlinkApplicant(tx, userId, ctx.clock.now())
    const target = await lockTarget(tx, merchantScope(actor), { userId })
    refuseUnlessPossible('cancelInvitation', actor, target)
    await removeAccount(ctx, tx, target, 'cancel_invitation')
  })
  return { success: true }
}

/** Changes the address of a pending user: the new one receives an invitation, and old links stop working. */
export async function correctPendingEmail(ctx: Context, input: CorrectEmailInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.correctEmail')
  const { email } = input
  await throttle(ctx, 'correctionsPerCaller', actor.userId)
  await inTransaction(ctx, async (tx) => {
    // Before the account is locked and changed, like a cancellation; a refusal undoes it.
    await moveApplicant(tx, input.userId, email, ctx.clock.now())
    const target = await lockTarget(tx, merchantScope(actor), input)
    refuseUnlessPossible('correctEmail', actor, target)
    const { user } = target
    if (email === user.email) throw refuse(userRefusals, 'SAME_ADDRESS')
    if (!(await moveToEmail(tx, user.id, email, ctx.clock.now()))) throw await addressTaken(tx, email)
    await revokeSecrets(tx, { userId: user.id })
    const merchantIds = assignedMerchantIds(user.role, target.merchantIds)
    await sendInvitation(ctx, tx, { id: user.id, email, role: user.role, merchantIds })
    const details = { by: actor.userId, newAddress: true, formerAddress: user.email }
    await addUserActivity(ctx, tx, { userId: user.id, action: 'invitation_resent', details })
    // Without the addresses: the log outlives an erasure.
    await recordAudit(ctx, tx, { action: 'correct_email', targetType: 'user', targetId: user.id })
    await publishUser(tx, user.id, target.merchantIds)
  })
  return { success: true }
}

async function addressTaken(tx: Transaction, email: string) {
  const taken = await findUserByEmail(tx, email)
  const text = existingAccountText(readUserStatus(taken?.status ?? 'active'))
  return refuse(userRefusals, 'EMAIL_TAKEN', text)
}

/** `resendInvitationEmail` of spec §7: sends a new link to the stored address; earlier ones stop working. */
export async function resendInvitation(ctx: Context, { userId }: { userId: string }): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.resendInvitation')
  const scope = merchantScope(actor)
  const found = await findUserRecord(ctx.db, scope, userId)
  if (!found) throw refuse(userRefusals, 'USER')
  const verdict = decideResend({ status: readUserStatus(found.status), emailIsPlaceholder: found.emailIsPlaceholder })
  if (!verdict.ok) throw refuse(userActionRefusals, verdict.reason, 'resendInvitation')
  await throttle(ctx, 'resendPerUser', userId)
  await inTransaction(ctx, async (tx) => {
    await resendInvitationIn(ctx, tx, actor, await lockTarget(tx, scope, { userId }))
  })
  return { success: true }
}

/** Within the caller's transaction. */
export async function resendInvitationIn(ctx: Context, tx: Transaction, actor: UserActor, target: Target) {
  refuseUnlessPossible('resendInvitation', actor, target)
  const { user } = target
  const userId = user.id
  const merchantIds = assignedMerchantIds(user.role, target.merchantIds)
  await sendInvitation(ctx, tx, { id: userId, email: user.email, role: user.role, merchantIds })
  await addUserActivity(ctx, tx, { userId, action: 'invitation_resent', details: { by: actor.userId } })
  await recordAudit(ctx, tx, { action: 'resend_invitation', targetType: 'user', targetId: userId })
  await publishUser(tx, userId, merchantIds)
}
