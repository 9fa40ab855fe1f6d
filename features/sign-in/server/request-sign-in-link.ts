import { findAccountByEmail } from '@quaff/features/accounts/server'
import type { Context } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { inTransaction } from '@quaff/platform/server/transaction'
import { mayReceiveLink } from '../rules'
import { factsOf } from './account-role'
import { answerFirst } from './answer-first'
import { createLink } from './links'
import { lockAccountToMail } from './lock-account-to-mail'
import { signInLinkMail } from './sign-in-emails'
import { mayMailLink, throttleNetwork } from './sign-in-throttle'

/** Answers alike for every address (G16). */
export async function requestSignInLink(ctx: Context, input: { email: string }): Promise<{ success: true }> {
  await throttleNetwork(ctx, 'mailPerNetwork')
  return answerFirst(ctx, () => mailSignInLink(ctx, input.email))
}

async function mailSignInLink(ctx: Context, email: string): Promise<void> {
  const found = await findAccountByEmail(ctx.db, email)
  if (!(await mayMailLink(ctx, 'link', email, found))) return
  if (!found || !mayReceiveLink(factsOf(found))) return
  await inTransaction(ctx, async (tx) => {
    const account = await lockAccountToMail(tx, found)
    if (!account || !mayReceiveLink(factsOf(account))) return
    const url = await createLink(ctx, tx, { userId: account.id, email: account.email, purpose: 'sign_in' })
    const to = { to: account.email, isPlaceholder: account.emailIsPlaceholder }
    await queueMail(ctx, tx, { ...to, ...signInLinkMail(url) })
  })
}
