import { addUserActivity } from '@quaff/features/activity/server'
import { merchantScope } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { userActionRefusals } from '../../access/refusals'
import { lockTarget, refuseUnlessPossible } from '../../access/server/target-person'
import { userPermissions } from '../../permissions'
import { userRefusals } from '../../refusals'
import { assignedMerchantIds, decideResend, readUserStatus } from '../../rules'
import { publishUser } from '../../server/publish-user'
import { findUserRecord } from '../../server/user-store'
import { throttle } from './invitation-limits'
import { sendInvitation } from './send-invitation'

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
    const target = await lockTarget(tx, scope, { userId })
    refuseUnlessPossible('resendInvitation', actor, target)
    const { user } = target
    const merchantIds = assignedMerchantIds(user.role, target.merchantIds)
    await sendInvitation(ctx, tx, { id: userId, email: user.email, role: user.role, merchantIds })
    await addUserActivity(ctx, tx, { userId, action: 'invitation_resent', details: { by: actor.userId } })
    await recordAudit(ctx, tx, { action: 'resend_invitation', targetType: 'user', targetId: userId })
    await publishUser(tx, userId, merchantIds)
  })
  return { success: true }
}
