import { addUserActivity } from '@quaff/features/activity/server'
import { merchantScope } from '@quaff/features/sessions/server'
import { createLink, passwordResetMail } from '@quaff/features/sign-in/server'
import {
  authorize,
  type Context,
  inTransaction,
  isWithinLimit,
  queueMail,
  recordAudit,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import { userPermissions } from '../permissions'
import { throttle } from './send-invitation'
import { lockTarget, refuseUnlessPossible, type Target } from './target-person'
import { findUserByEmail } from './user-store'

/** Sends it to a user on screen: the administrator may see why no email is sent. */
export async function sendPasswordReset(ctx: Context, { userId }: { userId: string }): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.sendPasswordReset')
  await throttle(ctx, 'resetPerCaller', actor.userId)
  await throttle(ctx, 'resetPerUser', userId)
  await mailReset(ctx, actor, userId)
  return { success: true }
}

/**
 * `sendPasswordReset` of spec §7. The response is the same for every address; only active accounts get an email, at
 * their stored address.
 */
export async function sendPasswordResetTo(ctx: Context, { email }: { email: string }): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.sendPasswordReset')
  await throttle(ctx, 'resetPerCaller', actor.userId)
  const isAllowed = await isWithinLimit(ctx, 'resetPerAddress', ctx.secrets.hash(email))
  const user = await findUserByEmail(ctx.db, email)
  if (!isAllowed || !user || user.status !== 'active' || user.emailIsPlaceholder) return { success: true }
  await mailReset(ctx, actor, user.id)
  return { success: true }
}

async function mailReset(ctx: Context, actor: UserActor, userId: string) {
  await inTransaction(ctx, async (tx) => {
    await mailResetIn(ctx, tx, actor, await lockTarget(tx, merchantScope(actor), { userId }))
  })
}

/** Within the caller's transaction. */
async function mailResetIn(ctx: Context, tx: Transaction, actor: UserActor, target: Target) {
  refuseUnlessPossible('sendPasswordReset', actor, target)
  const { id: userId, email } = target.user
  const url = await createLink(ctx, tx, { userId, email, purpose: 'password_reset' })
  await queueMail(ctx, tx, { to: email, ...passwordResetMail(url) })
  const details = { by: actor.userId }
  await addUserActivity(ctx, tx, { userId, action: 'password_reset_requested', details })
  await recordAudit(ctx, tx, { action: 'send_password_reset', targetType: 'user', targetId: userId })
}
