import { saveUser } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { endSessions, merchantScope, requireRecentSignIn } from '@quaff/features/sessions/server'
import { removeSingleSignOn, singleSignOnRemovedMail } from '@quaff/features/sign-in/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { userPermissions } from '../../../permissions'
import { publishUser } from '../../../server/publish-user'
import type { UnlinkPersonInput } from '../../contract'
import { userActionRefusals } from '../../refusals'
import { lockTarget, refuseUnlessPossible } from '../target-person'

/** For whoever has another account at the provider by now. Signed out everywhere, their next sign-in there links it. */
export async function unlinkPerson(ctx: Context, input: UnlinkPersonInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.unlinkSingleSignOn')
  requireRecentSignIn(ctx)
  await inTransaction(ctx, async (tx) => {
    const target = await lockTarget(tx, merchantScope(actor), input)
    refuseUnlessPossible('unlinkSingleSignOn', actor, target)
    const { id: userId, email: to, emailIsPlaceholder: isPlaceholder } = target.user
    if (!(await removeSingleSignOn(tx, userId))) throw refuse(userActionRefusals, 'STATE', 'unlinkSingleSignOn')
    await saveUser(tx, userId, {}, ctx.clock.now())
    await endSessions(tx, userId)
    await addUserActivity(ctx, tx, { userId, action: 'single_sign_on_unlinked', details: { by: actor.userId } })
    await recordAudit(ctx, tx, { action: 'remove_single_sign_on', targetType: 'user', targetId: userId })
    await publishUser(tx, userId, target.merchantIds)
    await queueMail(ctx, tx, { to, isPlaceholder, ...singleSignOnRemovedMail() })
  })
  return { success: true }
}
