import { unlinkApplicant } from '@quaff/features/merchants/server'
import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { userPermissions } from '../permissions'
import { removeAccount } from './delete-user'
import { lockTarget, refuseUnlessPossible } from './target-person'

/** The pending account goes, and with it every link: the address can be invited anew. Owners only for their own people (G12). */
export async function cancelInvitation(ctx: Context, { userId }: { userId: string }): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.cancelInvitation')
  await inTransaction(ctx, async (tx) => {
    await unlinkApplicant(tx, userId, ctx.clock.now())
    const target = await lockTarget(tx, merchantScope(actor), { userId })
    refuseUnlessPossible('cancelInvitation', actor, target)
    await removeAccount(ctx, tx, target, 'cancel_invitation')
  })
  return { success: true }
}
