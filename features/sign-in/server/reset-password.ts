import {
  type Account,
  findAccountByEmail,
  findAccountForUpdate,
  savePasswordHash,
} from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { endSessions } from '@quaff/features/sessions/server'
import { type Context, inTransaction, queueMail, recordAudit, refuse } from '@quaff/platform/server'
import { entryRefusals, signInRefusals } from '../refusals'
import { decideEntry } from '../rules'
import { mailPasswordChange, refuseCommonPassword } from './change-password'
import { answerFirst, consumeLink, createLink, findLink, type GivenLink, lockAccountToMail } from './email-links'
import { detailsOf } from './enter'
import { passwordResetMail } from './sign-in-emails'
import { mayMailLink, throttleNetwork } from './sign-in-throttle'

/** Ends all sessions, so that a person with the old password is signed out. */
export async function resetPassword(
  ctx: Context,
  input: { token: string; password: string },
): Promise<{ success: true }> {
  await throttleNetwork(ctx, 'linkPerNetwork')
  const given: GivenLink = { token: input.token, purposes: ['password_reset'] }
  const found = await findLink(ctx, ctx.db, given)
  if (!found) throw refuse(signInRefusals, 'INVALID_LINK')
  await refuseCommonPassword(input.password)
  const passwordHash = await ctx.passwords.hash(input.password)
  await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, found.userId)
    const link = await consumeLink(ctx, tx, given)
    if (!account || account.email !== link?.email) throw refuse(signInRefusals, 'INVALID_LINK')
    const verdict = decideEntry(detailsOf(account))
    // A customer has a password too, for the mobile app; a reset opens no session.
    if (!verdict.ok && account.status !== 'active') throw refuse(entryRefusals, verdict.reason)
    await savePasswordHash(tx, account.id, passwordHash, ctx.clock.now())
    await endSessions(tx, account.id)
    await addUserActivity(ctx, tx, { userId: account.id, action: 'password_reset' })
    await recordAudit(ctx, tx, { action: 'reset_password', targetType: 'user', targetId: account.id })
    await mailPasswordChange(ctx, tx, account, account.passwordHash === null ? 'first' : 'reset')
  })
  return { success: true }
}

/** The response is the same for every address (G16); only accounts that may sign in get an email. */
export async function requestPasswordReset(ctx: Context, input: { email: string }): Promise<{ success: true }> {
  await throttleNetwork(ctx, 'mailPerNetwork')
  return answerFirst(ctx, () => mailPasswordReset(ctx, input.email))
}

async function mailPasswordReset(ctx: Context, email: string) {
  const found = await findAccountByEmail(ctx.db, email)
  if (!(await mayMailLink(ctx, 'reset', email, found))) return
  if (!found || !mayReset(found)) return
  await inTransaction(ctx, async (tx) => {
    const account = await lockAccountToMail(tx, found)
    if (!account || !mayReset(account)) return
    const url = await createLink(ctx, tx, { userId: account.id, email: account.email, purpose: 'password_reset' })
    await addUserActivity(ctx, tx, { userId: account.id, action: 'password_reset_requested' })
    const to = { to: account.email, isPlaceholder: account.emailIsPlaceholder }
    await queueMail(ctx, tx, { ...to, ...passwordResetMail(url) })
  })
}

const mayReset = (account: Account) => decideEntry(detailsOf(account)).ok
