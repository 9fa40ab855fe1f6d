import { findAccountForUpdate, savePasswordHash } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { maySetPassword } from '@quaff/features/sessions/rules'
import { endSessions, takePasswordSetup } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { signInRefusals } from '../refusals'
import { refuseCommonPassword } from './common-passwords'
import { rememberBrowser } from './known-browser'
import { mailPasswordChange } from './mail-password-change'

/** G20: only in the session that consumed an invitation which requires it, once. */
export async function setPassword(ctx: Context, input: { password: string }): Promise<{ success: true }> {
  const { actor } = ctx
  if (actor.kind === 'anonymous') throw refuse(signInRefusals, 'SIGNED_OUT')
  if (!maySetPassword(actor.passwordSetupUntil, ctx.clock.now())) throw refuse(signInRefusals, 'PASSWORD_SETUP')
  await refuseCommonPassword(input.password)
  const passwordHash = await ctx.passwords.hash(input.password)
  await inTransaction(ctx, async (tx) => {
    const now = ctx.clock.now()
    if (!(await takePasswordSetup(tx, actor.sessionId, now))) throw refuse(signInRefusals, 'PASSWORD_SETUP')
    await savePasswordHash(tx, actor.userId, passwordHash, now)
    await endSessions(tx, actor.userId, actor.sessionId)
    const browser = rememberBrowser(ctx, { id: actor.userId, passwordHash })
    await addUserActivity(ctx, tx, { userId: actor.userId, action: 'password_set', details: { browser } })
    await recordAudit(ctx, tx, { action: 'set_password', targetType: 'user', targetId: actor.userId })
    const account = await findAccountForUpdate(tx, actor.userId)
    if (account) await mailPasswordChange(ctx, tx, account, 'first')
  })
  return { success: true }
}
