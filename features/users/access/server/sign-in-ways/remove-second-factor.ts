import { saveUser } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { endSessions, merchantScope, requireRecentSignIn } from '@quaff/features/sessions/server'
import { endProofs, removeFactor, secondFactorRemovedMail } from '@quaff/features/sign-in/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { userPermissions } from '../../../permissions'
import { publishUser } from '../../../server/publish-user'
import type { RemoveSecondFactorInput } from '../../contract'
import { userActionRefusals } from '../../refusals'
import { lockTarget, refuseUnlessPossible } from '../target-person'

/** For whoever lost the phone and the recovery codes. Signed out everywhere, the person enrols anew where it is demanded. */
export async function removeSecondFactor(ctx: Context, input: RemoveSecondFactorInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.removeSecondFactor')
  requireRecentSignIn(ctx)
  await inTransaction(ctx, async (tx) => {
    const target = await lockTarget(tx, merchantScope(actor), input)
    refuseUnlessPossible('removeSecondFactor', actor, target)
    const { id: userId, email: to, emailIsPlaceholder: isPlaceholder } = target.user
    if (!(await removeFactor(tx, userId))) throw refuse(userActionRefusals, 'STATE', 'removeSecondFactor')
    await saveUser(tx, userId, {}, ctx.clock.now())
    await endSessions(tx, userId)
    await endProofs(tx, userId)
    await addUserActivity(ctx, tx, { userId, action: 'second_factor_removed', details: { by: actor.userId } })
    await recordAudit(ctx, tx, { action: 'remove_second_factor', targetType: 'user', targetId: userId })
    await publishUser(tx, userId, target.merchantIds)
    await queueMail(ctx, tx, { to, isPlaceholder, ...secondFactorRemovedMail() })
  })
  return { success: true }
}
