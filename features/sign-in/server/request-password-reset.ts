import { type Account, findAccountByEmail } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import type { Context } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { inTransaction } from '@quaff/platform/server/transaction'
import { decideEntry } from '../rules'
import { factsOf } from './account-role'
import { answerFirst } from './answer-first'
import { createLink } from './links'
import { lockAccountToMail } from './lock-account-to-mail'
import { passwordResetMail } from './sign-in-emails'
import { mayMailLink, throttleNetwork } from './sign-in-throttle'

/** Answers alike for every address (G16); only who may sign in is mailed. */
export async function requestPasswordReset(ctx: Context, input: { email: string }): Promise<{ success: true }> {
  await throttleNetwork(ctx, 'mailPerNetwork')
  return answerFirst(ctx, () => mailPasswordReset(ctx, input.email))
}

async function mailPasswordReset(ctx: Context, email: string): Promise<void> {
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

const mayReset = (account: Account) => decideEntry(factsOf(account)).ok
