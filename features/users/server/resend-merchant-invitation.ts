import { merchantScope } from '@quaff/features/sessions/server'
import { isInvitationInScope, lockInvitation, saveSentAgain } from '@quaff/features/sign-in/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { merchantInvitationRefusals } from '../merchant-invitations-refusals'
import { userPermissions } from '../permissions'
import { throttle } from './invitation-limits'
import { mailMerchantInvitation, newInvitationToken } from './mail-merchant-invitation'
import { isInvitationInScope, lockInvitation, saveSentAgain } from './merchant-invitation-store'
import { publishUser } from './publish-user'

/** A new link and three more days, also for an expired invitation. */
export async function resendMerchantInvitation(
  ctx: Context,
  { invitationId }: { invitationId: string },
): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.resendInvitation')
  const scope = merchantScope(actor)
  const isThere = await isInvitationInScope(ctx.db, scope, invitationId)
  if (!isThere) throw refuse(merchantInvitationRefusals, 'INVITATION')
  await throttle(ctx, 'resendPerUser', invitationId)
  await inTransaction(ctx, async (tx) => {
    const invitation = await lockInvitation(tx, scope, invitationId)
    if (!invitation) throw refuse(merchantInvitationRefusals, 'INVITATION')
    const { token, kept } = newInvitationToken(ctx)
    const sent = { ...kept, invitedBy: actor.userId }
    await saveSentAgain(tx, invitationId, sent)
    await mailMerchantInvitation(ctx, tx, { token, invitations: [{ ...invitation, ...sent }] })
    const { merchantId } = invitation
    await recordAudit(ctx, tx, {
      action: 'resend_invitation',
      targetType: 'invitation',
      targetId: invitationId,
      merchantId,
    })
    await publishUser(tx, invitationId, [merchantId])
  })
  return { success: true }
}
