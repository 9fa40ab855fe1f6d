import { removeFromInvitation, removeMembership } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { lockMerchant } from '@quaff/features/merchants/server'
import { endSessions, scopeToMerchant } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import type { RemoveFromMerchantInput } from '../access-contract'
import { userActionRefusals } from '../access-refusals'
import { decideRemoval } from '../access-rules'
import { userPermissions } from '../permissions'
import { hasOtherOwner } from './merchant-owner-store'
import { publishUser } from './publish-user'
import { lockTarget } from './target-person'

/** G12: the person leaves the team of one merchant and signs in anew. The account stays. */
export async function removeFromMerchant(ctx: Context, input: RemoveFromMerchantInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.removeFromMerchant')
  const { userId, merchantId } = input
  const scope = scopeToMerchant(actor, merchantId)
  await inTransaction(ctx, async (tx) => {
    // The merchant first: of two owners who remove each other the second meets the last owner.
    const merchant = await lockMerchant(tx, scope)
    const { user, facts, merchantIds } = await lockTarget(tx, scope, { userId })
    const verdict = decideRemoval({
      actor,
      target: facts,
      isOwnerOnRecord: merchant.ownerId === userId,
      isLastOwner: !(await hasOtherOwner(tx, scope, userId)),
      isOnlyMerchant: merchantIds.length === 1,
    })
    if (!verdict.ok) throw refuse(userActionRefusals, verdict.reason, 'removeFromMerchant')
    await removeMembership(tx, { userId, merchantId }, ctx.clock.now())
    await removeFromInvitation(tx, userId, merchantId)
    await endSessions(tx, userId)
    const details = { by: actor.userId, merchantId }
    await addUserActivity(ctx, tx, { userId, action: 'merchants_changed', details })
    await recordAudit(ctx, tx, {
      action: 'remove_from_merchant',
      targetType: 'user',
      targetId: user.id,
      merchantId,
      before: { role: facts.role, status: facts.status, merchantIds },
      after: { merchantIds: merchantIds.filter((id) => id !== merchantId) },
    })
    await publishUser(tx, userId, [merchantId])
  })
  return { success: true }
}
