import type { Context } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { inTransaction } from '@quaff/platform/server/transaction'
import { decideEntry } from '../../rules'
import { roleOf } from '../account-role'
import { findAccountByEmail } from '../account-store'
import { createLink } from '../links/create-link'
import { passwordResetMail } from '../sign-in-emails'
import { mayMail, throttleNetwork } from '../sign-in-throttle'

/** Answers alike for every address (decision 16); only who may sign in is mailed. */
export async function requestPasswordReset(ctx: Context, input: { email: string }): Promise<{ success: true }> {
  await throttleNetwork(ctx, 'mailPerNetwork')
  const isAllowed = await mayMail(ctx, 'reset', input.email)
  const account = await findAccountByEmail(ctx.db, input.email)
  if (!isAllowed || !account || !decideEntry({ status: account.status, role: roleOf(account) }).ok) return { success: true }
  await inTransaction(ctx, async (tx) => {
    const url = await createLink(ctx, tx, { userId: account.id, email: account.email, purpose: 'password_reset' })
    await queueMail(ctx, tx, { to: account.email, isPlaceholder: account.emailIsPlaceholder, ...passwordResetMail(url) })
  })
  return { success: true }
}
