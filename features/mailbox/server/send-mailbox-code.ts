import type { Context } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { isWithinLimit, takeFromLimit } from '@quaff/platform/server/rate-limits'
import { inTransaction } from '@quaff/platform/server/transaction'
import { mailboxLimits, type RequestCodeInput } from '../contract'
import { mailboxOf } from '../rules'
import { hashMailboxCode } from './hash-mailbox-code'
import { mailboxCodeMail } from './mailbox-emails'
import { replaceMailboxCode } from './mailbox-store'

/**
 * Mails six digits to an address that may be anybody's. Refuses a network that asks too often; an address that had its
 * mails of the hour gets none and the answer is the same, or it would tell that somebody else asked.
 */
export async function sendMailboxCode(ctx: Context, input: RequestCodeInput): Promise<{ success: true }> {
  await takeFromLimit(ctx, 'mailboxCodePerNetwork', ctx.request.network, 'Too many attempts. Try again later.')
  if (!(await isWithinLimit(ctx, 'mailboxCodePerAddress', ctx.secrets.hash(mailboxOf(input.email)))))
    return { success: true }
  const code = ctx.secrets.newCode()
  const now = ctx.clock.now()
  await inTransaction(ctx, async (tx) => {
    await replaceMailboxCode(tx, {
      id: ctx.ids.newId('cod'),
      email: input.email,
      purpose: input.purpose,
      codeHash: hashMailboxCode(ctx, input, code),
      createdAt: now,
      expiresAt: new Date(now.getTime() + mailboxLimits.codeMs),
    })
    await queueMail(ctx, tx, { to: input.email, ...mailboxCodeMail(input.purpose, code) })
  })
  return { success: true }
}
