import { findAccountForUpdate, isEmailTaken, saveEmail } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { checkCode, consumeSecret, replaceSecret, revokeSecrets } from '@quaff/features/one-time-secrets/server'
import { endSessions, requireRecentSignIn } from '@quaff/features/sessions/server'
import {
  type Context,
  inTransaction,
  platformRefusals,
  publishLive,
  queueMail,
  recordAudit,
  refuse,
  requireUser,
} from '@quaff/platform/server'
import { signInLimits } from '../contract'
import { signInRefusals } from '../refusals'
import { refuseForeignAddress } from './enter'
import { addressTakenMail, changeRequestedMail, changeCodeMail, emailChangedMail } from './sign-in-emails'
import { mayMail, throttleReauthentication, throttleReauthenticationMail } from './sign-in-throttle'

/**
 * Sends a code to the new address and a notice to the old one. A taken address gets the same response, and its owner
 * another email, so that no account is revealed.
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
    // Suspended or erased during the wait for the lock: no address is stored.
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
    await queueMail(ctx, tx, { to: account.email, isPlaceholder: account.emailIsPlaceholder, ...changeRequestedMail() })
  })
  return { success: true }
}

/** Changes the address after its proof, and ends all sessions and emailed links of the old address. */
export async function confirmEmailChange(ctx: Context, { code }: { code: string }): Promise<{ email: string }> {
  const { userId, sessionId } = requireUser(ctx.actor)
  await throttleReauthentication(ctx, userId)
  const now = ctx.clock.now()
  const codes = { holder: { userId }, purpose: 'email_change', attempts: signInLimits.codeTries } as const
  const existing = await checkCode(ctx, codes, { code, boundTo: ({ id }) => [id, sessionId] })
  const newEmail = existing?.subject
  if (!existing || !newEmail) throw refuse(signInRefusals, 'INVALID_CODE')
  await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, userId)
    const isUsed = account !== null && (await consumeSecret(tx, existing.id, now))
    if (!isUsed || !(await saveEmail(tx, userId, newEmail, now))) throw refuse(signInRefusals, 'INVALID_CODE')
    await endSessions(tx, userId, sessionId)
    await revokeSecrets(tx, { userId })
    await addUserActivity(ctx, tx, { userId, action: 'email_changed', details: { formerAddress: account.email } })
    await recordAudit(ctx, tx, {
      action: 'change_email',
      targetType: 'user',
      targetId: userId,
      // Without the addresses: the log outlives an erasure. The old address receives an email.
      after: { changed: ['email'] },
    })
    await publishLive(tx, { topic: 'user', subjectId: userId })
    const to = { to: account.email, isPlaceholder: account.emailIsPlaceholder }
    await queueMail(ctx, tx, { ...to, ...emailChangedMail() })
  })
  return { email: newEmail }
}
