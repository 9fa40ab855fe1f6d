import { deletePasskeysOf, passkeysTakenAwayMail } from '@quaff/features/sign-in/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { RemovePasskeysInput } from '../access-contract'
import { userPermissions } from '../permissions'
import { takeAway } from './take-away'

/** For whoever lost the device that keeps them, or does not know whose they are. The other ways to sign in stay. */
export async function removePasskeys(ctx: Context, input: RemovePasskeysInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.removePasskeys')
  return takeAway(ctx, actor, input, {
    action: 'removePasskeys',
    remove: async (tx, userId) => (await deletePasskeysOf(tx, userId)) > 0,
    activity: 'passkey_removed',
    audit: { action: 'remove_passkeys', targetType: 'user' },
    mail: passkeysTakenAwayMail,
  })
}
