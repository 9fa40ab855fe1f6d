import { signInLimits } from '@quaff/features/sign-in/contract'
import { areInvitations, describeInvitations, type OpenInvitation } from '@quaff/features/sign-in/server'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { invitationMail } from './user-emails'

/** A new token, and what an invitation keeps of it. Only the email has the token itself. */
export function newInvitationToken(ctx: Context) {
  const sentAt = ctx.clock.now()
  const token = ctx.secrets.newToken()
  const expiresAt = new Date(sentAt.getTime() + signInLimits.invitationLinkMs)
  return { token, kept: { tokenHash: ctx.secrets.hash(token), sentAt, expiresAt } }
}

/** The same email for every address: it says nothing of an account. */
export async function mailMerchantInvitation(
  ctx: Context,
  tx: Transaction,
  { token, invitations }: { token: string; invitations: readonly OpenInvitation[] },
): Promise<void> {
  if (!areInvitations(invitations)) return
  const url = `${ctx.settings.baseUrl}/auth/complete-signin?token=${token}`
  const invitedTo = await describeInvitations(tx, invitations)
  await queueMail(ctx, tx, { to: invitations[0].email, ...invitationMail(url, invitedTo) })
}
