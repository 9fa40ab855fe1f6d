import { merchantScope } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { userPermissions } from '../../permissions'
import { assignedMerchantIds, decideResend, invitationTexts, readUserStatus } from '../../rules'
import { userNotFound } from '../get-user'
import { publishUser } from '../publish-user'
import { findUserRecord } from '../user-store'
import { throttle } from './invitation-limits'
import { listInvitedMerchantIds, lockPendingUser } from './invitation-store'
import { sendInvitation } from './send-invitation'

const texts = { NOT_PENDING: invitationTexts.notPending, NO_ADDRESS: invitationTexts.noAddress } as const

/** `resendInvitationEmail` of spec §7: a new link to the stored address; the earlier ones open nothing any more. */
export async function resendInvitation(
  ctx: Context,
  { userId }: { userId: string },
): Promise<{ success: boolean; error?: string }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.resendInvitation')
  const user = await findUserRecord(ctx.db, merchantScope(actor), userId)
  if (!user) throw userNotFound()
  const verdict = decideResend({ status: readUserStatus(user.status), emailIsPlaceholder: user.emailIsPlaceholder })
  if (!verdict.ok) return { success: false, error: texts[verdict.reason] }
  await throttle(ctx, 'resendPerUser', userId)
  return inTransaction(ctx, async (tx) => {
    if (!(await lockPendingUser(tx, userId))) return { success: false, error: invitationTexts.notPending }
    const merchantIds = assignedMerchantIds(user.role, await listInvitedMerchantIds(tx, userId))
    await sendInvitation(ctx, tx, { id: userId, email: user.email, role: user.role, merchantIds })
    await recordAudit(ctx, tx, { action: 'resend_invitation', targetType: 'user', targetId: userId })
    await publishUser(tx, userId, merchantIds)
    return { success: true }
  })
}
