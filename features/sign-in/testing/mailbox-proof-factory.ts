import type { Context } from '@quaff/platform/server/context'
import { mailsTo } from '@quaff/platform/testing/mails'
import type { MailboxPurpose } from '../mailbox-contract'
import { checkMailboxCode, sendMailboxCode } from '../server/mailbox-code'

export { sendMailboxCode }

/** Goes the whole way: the code is mailed, read and shown. */
export async function proveMailbox(ctx: Context, email: string, purpose: MailboxPurpose): Promise<string> {
  await sendMailboxCode(ctx, { email, purpose })
  const [mail] = await mailsTo(ctx, email)
  const { token } = await checkMailboxCode(ctx, { email, purpose, code: mail?.code ?? '' })
  return token
}
