import { merchantScope } from '@quaff/features/sessions/server'
import { deleteInvitation } from '@quaff/features/sign-in/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { merchantInvitationRefusals } from '../merchant-invitations-refusals'
import { userPermissions } from '../permissions'
import { deleteInvitation } from './merchant-invitation-store'
import { publishUser } from './publish-user'

/** The link no longer accepts it; other invitations of the same email stay open. */
export async function revokeInvitation(
  ctx: Context,
  { invitationId }: { invitationId: string },
): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.cancelInvitation')
  await inTransaction(ctx, async (tx) => {
    const invitation = await deleteInvitation(tx, merchantScope(actor), invitationId)
    if (!invitation) throw refuse(merchantInvitationRefusals, 'INVITATION')
    const { merchantId, role } = invitation
    await recordAudit(ctx, tx, {
      action: 'cancel_invitation',
      targetType: 'invitation',
      targetId: invitationId,
      merchantId,
      before: { role },
    })
    await publishUser(tx, invitationId, [merchantId])
  })
  return { success: true }
}
