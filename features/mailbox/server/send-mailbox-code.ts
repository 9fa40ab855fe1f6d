import { replaceSecret } from '@quaff/features/one-time-secrets/server'
import type { Context } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { isWithinLimit, takeFromLimit } from '@quaff/platform/server/rate-limits'
import { inTransaction } from '@quaff/platform/server/transaction'
import { mailboxLimits, type RequestCodeInput } from '../contract'
import { mailboxOf } from '../rules'
import { mailboxCodeMail } from './mailbox-emails'

/**
 * Mails six digits to an address that may be anybody's. Refuses a network that asks too often; an address that had its
 * mails of the hour gets none and the answer is the same, or it would tell that somebody else asked.
 */
export async function sendMailboxCode(ctx: Context, input: RequestCodeInput): Promise<{ success: true }> {
  await takeFromLimit(ctx, 'mailboxCodePerNetwork', ctx.request.network, 'Too many attempts. Try again later.')
  if (!(await isWithinLimit(ctx, 'mailboxCodePerAddress', ctx.secrets.hash(mailboxOf(input.email)))))
    return { success: true }
  const code = ctx.secrets.newCode()
  await inTransaction(ctx, async (tx) => {
    await replaceSecret(ctx, tx, {
      purpose: `mailbox:${input.purpose}`,
      secret: code,
      boundTo: [input.email],
      subject: input.email,
      lifetimeMs: mailboxLimits.codeMs,
    })
    await queueMail(ctx, tx, { to: input.email, ...mailboxCodeMail(input.purpose, code) })
  })
  return { success: true }
}
