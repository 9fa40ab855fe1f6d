import type { Context } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { inTransaction } from '@quaff/platform/server/transaction'
import { mayReceiveLink } from '../../rules'
import { factsOf } from '../account-role'
import { findAccountByEmail } from '../account-store'
import { signInLinkMail } from '../sign-in-emails'
import { mayMail, throttleNetwork } from '../sign-in-throttle'
import { createLink } from './create-link'

/** Answers alike for every address (decision 16). */
export async function requestSignInLink(ctx: Context, input: { email: string }): Promise<{ success: true }> {
  await throttleNetwork(ctx, 'mailPerNetwork')
  const isAllowed = await mayMail(ctx, 'link', input.email)
  const account = await findAccountByEmail(ctx.db, input.email)
  if (!isAllowed || !account || !mayReceiveLink(factsOf(account))) return { success: true }
  await inTransaction(ctx, async (tx) => {
    const url = await createLink(ctx, tx, { userId: account.id, email: account.email, purpose: 'sign_in' })
    await queueMail(ctx, tx, { to: account.email, isPlaceholder: account.emailIsPlaceholder, ...signInLinkMail(url) })
  })
  return { success: true }
}
