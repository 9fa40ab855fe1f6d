import type { Context } from '@quaff/platform/server'
import { mailsTo } from '@quaff/platform/testing/mails'
import type { EmailVerificationPurpose } from '../email-verification-contract'
import { checkEmailCode, sendEmailCode } from '../server/email-verification'

export { sendEmailCode }

/** Runs the full verification: the code is emailed, read and entered. */
export async function verifyEmail(ctx: Context, email: string, purpose: EmailVerificationPurpose): Promise<string> {
  await sendEmailCode(ctx, { email, purpose })
  const [mail] = await mailsTo(ctx, email)
  const { token } = await checkEmailCode(ctx, { email, purpose, code: mail?.code ?? '' })
  return token
}
