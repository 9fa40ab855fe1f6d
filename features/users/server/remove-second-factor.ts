import { removeFactor, secondFactorRemovedMail } from '@quaff/features/sign-in/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { RemoveSecondFactorInput } from '../access-contract'
import { userPermissions } from '../permissions'
import { takeAway } from './take-away'

/** For whoever lost the phone and the recovery codes. Signed out everywhere, the person enrols anew where it is demanded. */
export async function removeSecondFactor(ctx: Context, input: RemoveSecondFactorInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.removeSecondFactor')
  return takeAway(ctx, actor, input, {
    action: 'removeSecondFactor',
    remove: removeFactor,
    activity: 'second_factor_removed',
    audit: { action: 'remove_second_factor', targetType: 'user' },
    mail: secondFactorRemovedMail,
  })
}
