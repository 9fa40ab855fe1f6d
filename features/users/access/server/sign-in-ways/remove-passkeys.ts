import { saveUser } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { endSessions, merchantScope, requireRecentSignIn } from '@quaff/features/sessions/server'
import { deletePasskeysOf, endProofs, passkeysTakenAwayMail } from '@quaff/features/sign-in/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { userPermissions } from '../../../permissions'
import { publishUser } from '../../../server/publish-user'
import type { RemovePasskeysInput } from '../../contract'
import { userActionRefusals } from '../../refusals'
import { lockTarget, refuseUnlessPossible } from '../target-person'

/** For whoever lost the device that keeps them, or does not know whose they are. The other ways to sign in stay. */
export async function removePasskeys(ctx: Context, input: RemovePasskeysInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.removePasskeys')
  requireRecentSignIn(ctx)
  await inTransaction(ctx, async (tx) => {
    const target = await lockTarget(tx, merchantScope(actor), input)
    refuseUnlessPossible('removePasskeys', actor, target)
    const { id: userId, email: to, emailIsPlaceholder: isPlaceholder } = target.user
    if ((await deletePasskeysOf(tx, userId)) === 0) throw refuse(userActionRefusals, 'STATE', 'removePasskeys')
    await saveUser(tx, userId, {}, ctx.clock.now())
    await endSessions(tx, userId)
    await endProofs(tx, userId)
    await addUserActivity(ctx, tx, { userId, action: 'passkey_removed', details: { by: actor.userId } })
    await recordAudit(ctx, tx, { action: 'remove_passkeys', targetType: 'user', targetId: userId })
    await publishUser(tx, userId, target.merchantIds)
    await queueMail(ctx, tx, { to, isPlaceholder, ...passkeysTakenAwayMail() })
  })
  return { success: true }
}
