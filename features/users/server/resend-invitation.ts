import { addUserActivity } from '@quaff/features/activity/server'
import { merchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { userActionRefusals } from '../access-refusals'
import { userPermissions } from '../permissions'
import { userRefusals } from '../refusals'
import { assignedMerchantIds, decideResend, readUserStatus } from '../rules'
import { throttle } from './invitation-limits'
import { publishUser } from './publish-user'
import { sendInvitation } from './send-invitation'
import { lockTarget, refuseUnlessPossible, type Target } from './target-person'
import { findUserRecord } from './user-store'

/** `resendInvitationEmail` of spec §7: a new link to the stored address; the earlier ones open nothing any more. */
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

/** In a transaction that does more. */
export async function resendInvitationIn(
  ctx: Context,
  tx: Transaction,
  actor: UserActor,
  target: Target,
): Promise<void> {
  refuseUnlessPossible('resendInvitation', actor, target)
  const { user } = target
  const userId = user.id
  const merchantIds = assignedMerchantIds(user.role, target.merchantIds)
  await sendInvitation(ctx, tx, { id: userId, email: user.email, role: user.role, merchantIds })
  await addUserActivity(ctx, tx, { userId, action: 'invitation_resent', details: { by: actor.userId } })
  await recordAudit(ctx, tx, { action: 'resend_invitation', targetType: 'user', targetId: userId })
  await publishUser(tx, userId, merchantIds)
}
