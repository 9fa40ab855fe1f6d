import { findAccountForUpdate, isEmailTaken } from '@quaff/features/accounts/server'
import { replaceSecret } from '@quaff/features/one-time-secrets/server'
import { requireRecentSignIn } from '@quaff/features/sessions/server'
import type { Context } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { inTransaction } from '@quaff/platform/server/transaction'
import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import { signInLimits } from '../contract'
import { signInRefusals } from '../refusals'
import { refuseForeignAddress } from '../single-sign-on/server/refuse-other-ways'
import { addressTakenMail, changeAskedMail, changeCodeMail } from './address-emails'
import { mayMail, throttleReauthenticationMail } from './sign-in-throttle'

/**
 * Mails a code to the new address and a notice to the old one. A taken address is treated the same, only that its owner
 * reads another mail: whether an address has an account is told to nobody.
 */
export async function requestEmailChange(ctx: Context, { newEmail }: { newEmail: string }): Promise<{ success: true }> {
  const actor = requireRecentSignIn(ctx)
  if (newEmail === actor.email) throw refuse(signInRefusals, 'SAME_EMAIL')
  refuseForeignAddress(ctx, actor, newEmail)
  await throttleReauthenticationMail(ctx, actor.userId)
  const mayWrite = await mayMail(ctx, 'email_change', newEmail)
  const code = ctx.secrets.newCode()
  await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, actor.userId)
    // Suspended or erased while the lock was waited for: no address is noted any more.
    if (account?.status !== 'active') throw refuse(platformRefusals, 'SIGNED_OUT')
    const isTaken = await isEmailTaken(tx, newEmail)
    const id = ctx.ids.newId('ots')
    await replaceSecret(ctx, tx, {
      id,
      purpose: 'email_change',
      secret: code,
      boundTo: [id, actor.sessionId],
      userId: account.id,
      subject: newEmail,
      lifetimeMs: signInLimits.codeMs,
    })
    if (mayWrite) await queueMail(ctx, tx, { to: newEmail, ...(isTaken ? addressTakenMail() : changeCodeMail(code)) })
    await queueMail(ctx, tx, { to: account.email, isPlaceholder: account.emailIsPlaceholder, ...changeAskedMail() })
  })
  return { success: true }
}
