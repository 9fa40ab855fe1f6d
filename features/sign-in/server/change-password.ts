import { findAccountByEmail, replacePasswordHash } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { endSessions } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { passwordChangeRefusals } from '../refusals'
import { checkPasswordChange } from '../rules'
import { refuseCommonPassword } from './common-passwords'
import { rememberBrowser } from './known-browser'
import { mailPasswordChange } from './mail-password-change'
import { throttleReauthentication } from './sign-in-throttle'

type PasswordChange = Parameters<typeof checkPasswordChange>[0]

/** Spec §5 "Profile password change": the checks in their order, then the current password, then the change. */
export async function changePassword(ctx: Context, input: PasswordChange): Promise<{ success: true }> {
  if (ctx.actor.kind === 'anonymous') throw refuse(passwordChangeRefusals, 'SIGNED_OUT')
  const actor = requireUser(ctx.actor)
  const verdict = checkPasswordChange(input)
  if (!verdict.ok) throw refuse(passwordChangeRefusals, verdict.reason)
  if (!verdict.changes) return { success: true }
  await throttleReauthentication(ctx, actor.userId)
  const account = await findAccountByEmail(ctx.db, actor.email)
  const current = account?.passwordHash ?? null
  const isRight = await ctx.passwords.verify(input.currentPassword, current)
  if (!isRight || !account || current === null) throw refuse(passwordChangeRefusals, 'WRONG_PASSWORD')
  await refuseCommonPassword(input.newPassword, 'newPassword')
  const next = await ctx.passwords.hash(input.newPassword)
  await inTransaction(ctx, async (tx) => {
    if (!(await replacePasswordHash(tx, actor.userId, current, next, ctx.clock.now())))
      throw refuse(passwordChangeRefusals, 'WRONG_PASSWORD')
    await endSessions(tx, actor.userId, actor.sessionId)
    const browser = rememberBrowser(ctx, { id: actor.userId, passwordHash: next })
    await addUserActivity(ctx, tx, { userId: actor.userId, action: 'password_changed', details: { browser } })
    await recordAudit(ctx, tx, { action: 'change_password', targetType: 'user', targetId: actor.userId })
    await mailPasswordChange(ctx, tx, account, 'changed')
  })
  return { success: true }
}
