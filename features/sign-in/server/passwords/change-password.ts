import { addUserActivity } from '@quaff/features/activity/server'
import { endSessions } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { Refusal } from '@quaff/platform/shared/refusal'
import { signInTexts } from '../../contract'
import { checkPasswordChange, type PasswordChangeRefusal } from '../../rules'
import { findAccountByEmail, replacePasswordHash } from '../account-store'
import { rememberBrowser } from '../known-browser'
import { throttleReauthentication } from '../sign-in-throttle'
import { refuseCommonPassword } from './common-passwords'

const refusals = {
  CURRENT_REQUIRED: { message: signInTexts.profileCurrentRequired, field: 'currentPassword' },
  DIFFER: { message: signInTexts.profileDiffer, field: 'confirmPassword' },
  TOO_SHORT: { message: signInTexts.profileTooShort, field: 'newPassword' },
} satisfies Record<PasswordChangeRefusal, { message: string; field: string }>

type PasswordChange = Parameters<typeof checkPasswordChange>[0]

/** Spec §5 "Profile password change": the checks in their order, then the current password, then the change. */
export async function changePassword(ctx: Context, input: PasswordChange): Promise<{ success: true }> {
  if (ctx.actor.kind === 'anonymous') throw new Refusal('UNAUTHORIZED', 'SIGNED_OUT', signInTexts.noAuthenticatedUser)
  const actor = requireUser(ctx.actor)
  const verdict = checkPasswordChange(input)
  if (!verdict.ok) {
    const { message, field } = refusals[verdict.reason]
    throw new Refusal('BAD_REQUEST', verdict.reason, message, { field })
  }
  if (!verdict.changes) return { success: true }
  await throttleReauthentication(ctx, actor.userId)
  const current = (await findAccountByEmail(ctx.db, actor.email))?.passwordHash ?? null
  const isRight = await ctx.passwords.verify(input.currentPassword, current)
  if (!isRight || current === null) throw refuseCurrent()
  await refuseCommonPassword(input.newPassword, 'newPassword')
  const next = await ctx.passwords.hash(input.newPassword)
  await inTransaction(ctx, async (tx) => {
    if (!(await replacePasswordHash(tx, actor.userId, current, next, ctx.clock.now()))) throw refuseCurrent()
    await endSessions(tx, actor.userId, actor.sessionId)
    const browser = rememberBrowser(ctx, { id: actor.userId, passwordHash: next })
    await addUserActivity(ctx, tx, { userId: actor.userId, action: 'password_changed', details: { browser } })
    await recordAudit(ctx, tx, { action: 'change_password', targetType: 'user', targetId: actor.userId })
  })
  return { success: true }
}

function refuseCurrent(): Refusal {
  return new Refusal('BAD_REQUEST', 'WRONG_PASSWORD', 'The current password is wrong.', { field: 'currentPassword' })
}
