import { merchantScope } from '@quaff/features/sessions/server'
import { insertInvitations } from '@quaff/features/sign-in/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { InvitationOutcome, InviteUserInput } from '../contract'
import { invitationProblems } from '../merchant-invitations-refusals'
import { assignedMerchantIds } from '../rules'
import { throttle } from './invitation-limits'
import { mailMerchantInvitation, newInvitationToken } from './mail-merchant-invitation'
import { findStatusOnTeam, insertInvitations } from './merchant-invitation-store'
import { publishUser } from './publish-user'

/**
 * The invitation of an owner, already authorized and checked. It looks no account up but those that the list of the team
 * shows, so that answer and time are the same for every address.
 */
export async function inviteToMerchants(
  ctx: Context,
  actor: UserActor,
  { email, role, ...input }: InviteUserInput,
): Promise<InvitationOutcome> {
  await throttle(ctx, 'invitationsPerAddress', ctx.secrets.hash(email))
  const merchantIds = assignedMerchantIds(role, input.merchantIds)
  return inTransaction(ctx, async (tx) => {
    const status = await findStatusOnTeam(tx, merchantScope(actor), { email, merchantIds })
    if (status !== undefined)
      return { success: false, error: invitationProblems[status === 'pending' ? 'invited' : 'onTeam'] }
    const { token, kept } = newInvitationToken(ctx)
    const invitations = merchantIds.map((merchantId) => ({
      id: ctx.ids.newId('inv'),
      email,
      merchantId,
      role,
      invitedBy: actor.userId,
      createdAt: kept.sentAt,
      ...kept,
    }))
    if (!(await insertInvitations(tx, invitations))) return { success: false, error: invitationProblems.invited }
    await mailMerchantInvitation(ctx, tx, { token, invitations })
    const [{ id } = { id: '' }] = invitations
    // Without the address: the log outlives the person's wish to be forgotten.
    await recordAudit(ctx, tx, {
      action: 'invite_to_merchant',
      targetType: 'invitation',
      targetId: id,
      merchantId: merchantIds.length === 1 ? merchantIds[0] : null,
      after: { role, merchantIds },
    })
    await publishUser(tx, id, merchantIds)
    return { success: true }
  })
}
