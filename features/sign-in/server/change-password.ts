import {
  type Account,
  findAccountByEmail,
  findAccountForUpdate,
  replacePasswordHash,
  savePasswordHash,
} from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { maySetPassword } from '@quaff/features/sessions/rules'
import { endSessions, takePasswordSetup } from '@quaff/features/sessions/server'
import {
  type Context,
  inTransaction,
  queueMail,
  recordAudit,
  refuse,
  requireUser,
  type Transaction,
} from '@quaff/platform/server'
import { passwordChangeRefusals, signInRefusals } from '../refusals'
import { checkPasswordChange, isCommonPassword } from '../rules'
import { rememberBrowser } from './enter'
import { passwordChangedMail, type PasswordChangeKind } from './sign-in-emails'
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

let loading: Promise<ReadonlySet<string>> | undefined

/** Half a megabyte that most requests never need, so it loads with the first new password. */
async function loadCommonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** `field` is the input's name for the password. */
export async function refuseCommonPassword(password: string, field = 'password') {
  loading ??= loadCommonPasswords()
  if (!isCommonPassword(await loading, password)) return
  throw refuse(signInRefusals, 'COMMON_PASSWORD').with({ field })
}

/** Every saved password is confirmed by email, so that the owner of the account notices a takeover. */
export async function mailPasswordChange(
  ctx: Context,
  tx: Transaction,
  { email, emailIsPlaceholder }: Pick<Account, 'email' | 'emailIsPlaceholder'>,
  kind: PasswordChangeKind,
) {
  await queueMail(ctx, tx, { to: email, isPlaceholder: emailIsPlaceholder, ...passwordChangedMail(kind) })
}
