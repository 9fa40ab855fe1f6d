import { type Account, findAccountByEmail } from '@quaff/features/accounts/server'
import { replaceSecret } from '@quaff/features/one-time-secrets/server'
import type { Context } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { inTransaction } from '@quaff/platform/server/transaction'
import { signInLimits } from '../contract'
import { answerFirst } from './answer-first'
import { lockAccountToMail } from './lock-account-to-mail'
import { activationCodeMail } from './sign-in-emails'
import { mayMail, throttleNetwork } from './sign-in-throttle'

/** Answers alike for every address; only an invited account that is still pending is mailed (G18). */
export async function requestActivationCode(ctx: Context, input: { email: string }): Promise<{ success: true }> {
  await throttleNetwork(ctx, 'mailPerNetwork')
  return answerFirst(ctx, () => mailActivationCode(ctx, input.email))
}

async function mailActivationCode(ctx: Context, email: string): Promise<void> {
  if (!(await mayMail(ctx, 'code', email))) return
  const found = await findAccountByEmail(ctx.db, email)
  if (!found || !isInvited(found)) return
  const code = ctx.secrets.newCode()
  await inTransaction(ctx, async (tx) => {
    const account = await lockAccountToMail(tx, found)
    if (!account || !isInvited(account)) return
    await replaceSecret(ctx, tx, {
      purpose: 'activation',
      secret: code,
      boundTo: [account.id],
      userId: account.id,
      lifetimeMs: signInLimits.codeMs,
    })
    const to = { to: account.email, isPlaceholder: account.emailIsPlaceholder }
    await queueMail(ctx, tx, { ...to, ...activationCodeMail(code) })
  })
}

const isInvited = ({ status, invitation }: Account) => status === 'pending' && invitation?.used === false
