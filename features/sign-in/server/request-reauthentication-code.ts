import { findAccountForUpdate } from '@quaff/features/accounts/server'
import { replaceSecret } from '@quaff/features/one-time-secrets/server'
import { requireSignedIn } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { signInLimits } from '../contract'
import { signInRefusals } from '../refusals'
import { reauthenticationCodeMail } from './sign-in-emails'
import { throttleReauthenticationMail } from './sign-in-throttle'

/** G22: mails a code that confirms this session; a new one replaces the older. */
export async function requestReauthenticationCode(ctx: Context): Promise<{ success: true }> {
  const actor = requireSignedIn(ctx.actor)
  await throttleReauthenticationMail(ctx, actor.userId)
  const code = ctx.secrets.newCode()
  await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, actor.userId)
    if (!account || account.passwordHash !== null) throw refuse(signInRefusals, 'PASSWORD_NEEDED')
    if (account.emailIsPlaceholder) throw refuse(signInRefusals, 'NO_MAILBOX')
    await replaceSecret(ctx, tx, {
      purpose: 'reauthentication',
      secret: code,
      boundTo: [actor.sessionId],
      userId: account.id,
      lifetimeMs: signInLimits.codeMs,
    })
    await queueMail(ctx, tx, { to: account.email, ...reauthenticationCodeMail(code) })
  })
  return { success: true }
}
