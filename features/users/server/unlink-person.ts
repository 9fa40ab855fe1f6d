import { removeSingleSignOn, singleSignOnRemovedMail } from '@quaff/features/sign-in/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { UnlinkPersonInput } from '../access-contract'
import { userPermissions } from '../permissions'
import { takeAway } from './take-away'

/** For whoever has another account at the provider by now. Signed out everywhere, their next sign-in there links it. */
export async function unlinkPerson(ctx: Context, input: UnlinkPersonInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.unlinkSingleSignOn')
  return takeAway(ctx, actor, input, {
    action: 'unlinkSingleSignOn',
    remove: removeSingleSignOn,
    activity: 'single_sign_on_unlinked',
    audit: { action: 'remove_single_sign_on', targetType: 'user' },
    mail: singleSignOnRemovedMail,
  })
}
