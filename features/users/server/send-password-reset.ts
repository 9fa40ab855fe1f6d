import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { userPermissions } from '../permissions'
import { throttle } from './invitation-limits'
import { mailReset } from './send-password-reset-to'

/** For a person on the screen, where the administrator may know why no mail goes out. */
export async function sendPasswordReset(ctx: Context, { userId }: { userId: string }): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.sendPasswordReset')
  await throttle(ctx, 'resetPerCaller', actor.userId)
  await throttle(ctx, 'resetPerUser', userId)
  await mailReset(ctx, actor, userId)
  return { success: true }
}
